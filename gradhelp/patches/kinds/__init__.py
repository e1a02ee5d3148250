"""The kinds of edit: each module has `patch(site)`, which yields drafts or raises NotApplicable."""
