import type { Db } from '#infra/db/client.ts'
import { makeDueByHandle } from '../store/outside.ts'

/** The network says that something has become of these, by the names that it gave them: worth asking now. How many. */
export const hearNews = (db: Db, network: string, handles: readonly string[]): Promise<number> =>
  makeDueByHandle(db, network, handles)
