def scene(state):
    raise NotImplementedError
