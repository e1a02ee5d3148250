"""Never ends by itself."""

import time

print("ready", flush=True)
while True:
    time.sleep(60)
