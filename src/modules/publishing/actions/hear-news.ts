import { type Db, inTx } from '#infra/db/client.ts'
import type { Queue } from '#infra/queue/index.ts'
import type { Network } from '#rules/network-names.ts'
import { nameLate } from '../jobs.ts'
import { findNameless } from '../store/nameless.ts'
import { makeDueByHandle } from '../store/outside.ts'

interface HearDeps {
  readonly db: Db
  readonly queue: Pick<Queue, 'enqueue'>
}

/** Makes the publications due that a network has reported on, and looks up missing IDs. */
export async function hearNews({ db, queue }: HearDeps, network: Network, handles: readonly string[]): Promise<void> {
  if (handles.length === 0) return
  await makeDueByHandle(db, network, handles)
  const nameless = await findNameless(db, { networks: [network], handles })
  if (nameless.length > 0) await inTx(db, (tx) => queue.enqueue(tx, nameLate, { ids: nameless.map(({ id }) => id) }))
}
