"""LSTM policy from an old repository. `loss = Variable(loss.data, requires_grad=True)` 'fixes' an error."""
import torch
import torch.nn as nn
from torch.autograd import Variable

torch.manual_seed(0)


class RecurrentPolicy(nn.Module):
    def __init__(self, n_in=5, n_hidden=16, n_out=2):
        super(RecurrentPolicy, self).__init__()
        self.n_hidden = n_hidden
        self.lstm = nn.LSTMCell(n_in, n_hidden)
        self.linear = nn.Linear(n_hidden, n_out)

    def init_hidden(self, n):
        return Variable(torch.zeros(n, self.n_hidden)), Variable(torch.zeros(n, self.n_hidden))

    def forward(self, x, state):
        h, c = self.lstm(x, state)
        return self.linear(h), (h, c)


model = RecurrentPolicy()
criterion = nn.MSELoss()
optimizer = torch.optim.Adagrad(model.parameters(), lr=0.01)
for epoch in range(3):
    seq = Variable(torch.randn(6, 8, 5))
    target = seq[..., :2].cumsum(0)
    state, loss = model.init_hidden(8), 0
    for t in range(6):
        out, state = model(seq[t], state)
        loss += criterion(out, target[t])
    loss = Variable(loss.data, requires_grad=True)  # expect: grad-bandaid
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(epoch, loss.data.numpy())
