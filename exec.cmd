@rem npm start says "exec", so that a signal to npm reaches the bank and not a shell; Windows has no such word.
@%*
