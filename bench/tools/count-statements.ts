import pg from 'pg'

/** Counts the statements of all connections of this process; `begin` and `commit` count too. */
export function countStatements(counted: Map<string, number>): () => void {
  const prototype = pg.Client.prototype as unknown as { query(...given: unknown[]): unknown }
  const plain = prototype.query
  prototype.query = function query(...given) {
    const [first] = given
    const text = typeof first === 'string' ? first : ((first as { text?: string }).text ?? '')
    const short = text.replaceAll(/\s+/g, ' ').trim().slice(0, 110)
    counted.set(short, (counted.get(short) ?? 0) + 1)
    return plain.apply(this, given)
  }
  return () => {
    prototype.query = plain
  }
}
