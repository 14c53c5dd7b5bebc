interface Reader<Piece> {
  /** Returns the piece that begins at the match, or null if the match is not a piece. */
  readonly piece: (found: RegExpExecArray) => Piece | null
  readonly plain: (text: string) => Piece
}

/** Splits a text into the pieces that a global pattern finds and the plain text between them. */
export function splitText<Piece extends { readonly text: string }>(
  text: string,
  pattern: RegExp,
  { piece: read, plain }: Reader<Piece>,
): readonly Piece[] {
  const pieces: Piece[] = []
  let from = 0
  pattern.lastIndex = 0
  for (let found = pattern.exec(text); found !== null; found = pattern.exec(text)) {
    const piece = read(found)
    if (piece === null) continue
    if (found.index > from) pieces.push(plain(text.slice(from, found.index)))
    pieces.push(piece)
    from = found.index + piece.text.length
    pattern.lastIndex = from
  }
  if (from < text.length) pieces.push(plain(text.slice(from)))
  return pieces
}
