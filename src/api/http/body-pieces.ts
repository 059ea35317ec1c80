const BLOCK = 64 * 1024;

/**
 * The pieces of a body so far. Small pieces are copied together: a body may come byte by byte, and each piece costs
 * more than its bytes.
 */
export const createPieces = () => {
  const pieces: Buffer[] = [];
  let block: Buffer | undefined;
  let filled = 0;
  const closeBlock = (): void => {
    if (block) pieces.push(block.subarray(0, filled));
    block = undefined;
    filled = 0;
  };
  return {
    add: (piece: Buffer): void => {
      // Most bodies are one piece, which is kept as it is.
      const isKept = pieces.length === 0 || piece.length > BLOCK / 2;
      if (isKept || filled + piece.length > BLOCK) closeBlock();
      if (isKept) {
        pieces.push(piece);
        return;
      }
      block ??= Buffer.allocUnsafe(BLOCK);
      filled += piece.copy(block, filled);
    },
    all: (): Buffer[] => {
      closeBlock();
      return pieces;
    },
  };
};
