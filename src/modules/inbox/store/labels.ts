import { sql } from 'kysely'
import type { Tx } from '#infra/db/client.ts'
import type { ConversationId, LabelId } from '#kernel/ids.ts'

/** Replaces the labels of a conversation. */
export async function setConversationLabels(tx: Tx, id: ConversationId, labels: readonly LabelId[]): Promise<void> {
  await sql`delete from conversation_label where conversation_id = ${id}
    and not label_id = any(${[...labels]}::uuid[])`.execute(tx)
  await sql`insert into conversation_label (conversation_id, label_id)
    select ${id}, id from label where id = any(${[...labels]}::uuid[]) order by id for key share
    on conflict do nothing`.execute(tx)
}

interface Merged {
  readonly labelId: LabelId
  readonly intoId: LabelId
}

/** Gives the conversations of a label that is merged the label that remains. */
export async function relabelConversations(tx: Tx, { labelId, intoId }: Merged): Promise<void> {
  await sql`insert into conversation_label (conversation_id, label_id)
    select conversation_id, ${intoId} from conversation_label where label_id = ${labelId}
    on conflict do nothing`.execute(tx)
}
