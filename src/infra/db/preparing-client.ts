import pg from 'pg'

const hot = /^\s*\/\* hot: ([a-z-]+) \*\//

/**
 * A connection on which a statement that begins with a comment such as `/* hot: profile-by-id *\/` is planned once, not
 * for each call. That halves the cost of a small read. The name travels in the text because Kysely's driver passes only
 * text and values. Use it only for statements whose text never changes, since each name stands for one text.
 */
export class PreparingClient extends pg.Client {
  // pg declares nine overloads. `never` fits the result of each of them.
  override query(text: unknown, ...rest: unknown[]): never {
    const query = super.query.bind(this) as (first: unknown, ...rest: unknown[]) => never
    const name = typeof text === 'string' ? hot.exec(text)?.[1] : undefined
    if (name === undefined) return query(text, ...rest)
    const [values, ...callback] = rest
    return query({ name, text, values }, ...callback)
  }
}
