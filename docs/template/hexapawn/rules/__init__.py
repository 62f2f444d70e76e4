"""The rules of Hexapawn: the board, its pawns, actions, states, the scene, and the game itself."""
