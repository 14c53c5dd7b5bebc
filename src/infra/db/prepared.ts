import {
  type CompiledQuery,
  type PostgresCursor,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  type QueryId,
  type RawBuilder,
  type RootOperationNode,
  sql,
} from 'kysely'
import type { PoolClient } from 'pg'

const nameOfQuery = new WeakMap<QueryId, string>()
/** Names of statements by their lists of values, since Kysely's driver passes on nothing else of a compiled query. */
const nameOfValues = new WeakMap<readonly unknown[], string>()

/**
 * Writes a statement as `sql` does, and names it, so that each connection plans it once instead of for each call. That
 * halves the cost of a small read. Use it only for statements whose text never changes, since each name stands for one
 * text: `` prepared('profile-by-id')<ProfileRow>`select …`.execute(db) ``.
 */
export const prepared =
  (name: string) =>
  <Row = unknown>(text: TemplateStringsArray, ...values: unknown[]): RawBuilder<Row> =>
    sql<Row>(text, ...values).withPlugin({
      transformQuery({ node, queryId }) {
        nameOfQuery.set(queryId, name)
        return node
      },
      transformResult: async ({ result }) => result,
    })

/** PostgreSQL with statements that are prepared under the names that `prepared` gives them. */
export class PreparingDialect extends PostgresDialect {
  constructor(pool: PgPool) {
    const clients = new WeakMap<PoolClient, PreparingClient>()
    const connect = async (): Promise<PreparingClient> => {
      const client = await pool.connect()
      const known = clients.get(client) ?? new PreparingClient(client)
      clients.set(client, known)
      return known
    }
    super({ pool: { options: pool.options, connect, end: () => pool.end() } })
  }

  override createQueryCompiler(): PostgresQueryCompiler {
    return new NamingCompiler()
  }
}

/** A pool whose connections are those of `pg`. */
export interface PgPool extends PostgresPool {
  connect(): Promise<PoolClient>
}

class NamingCompiler extends PostgresQueryCompiler {
  override compileQuery(node: RootOperationNode, queryId: QueryId): CompiledQuery {
    const query = super.compileQuery(node, queryId)
    const name = nameOfQuery.get(queryId)
    if (name !== undefined) nameOfValues.set(query.parameters, name)
    return query
  }
}

/** A connection in the form that Kysely's driver uses. */
class PreparingClient implements PostgresPoolClient {
  readonly #client: PoolClient

  constructor(client: PoolClient) {
    this.#client = client
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query<Row>(cursor: PostgresCursor<Row>): PostgresCursor<Row>
  query(first: string | PostgresCursor<unknown>, values: readonly unknown[] = []): unknown {
    if (typeof first !== 'string') throw new Error('no query is read with a cursor')
    return this.#client.query({ name: nameOfValues.get(values), text: first, values: values as unknown[] })
  }

  release(destroy?: boolean): void {
    this.#client.release(destroy)
  }
}
