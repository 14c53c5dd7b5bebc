import type { SealedColumn } from '#infra/db/reseal.ts'
import { bodyBinding, emptyInbox } from './store/inbox.ts'
import { deleteWorkspace, tokenBinding } from './store/workspaces.ts'

/** Columns that a rotation of SECRET_KEY seals again. A workspace whose token is lost must install the app again. */
export const sealedSlackColumns: readonly SealedColumn[] = [
  {
    table: 'slack_workspace',
    column: 'sealed_token',
    key: ['id'],
    boundTo: tokenBinding,
    giveUp: async (_deps, tx, id = '') => void (await deleteWorkspace(tx, id)),
  },
  {
    table: 'slack_inbox',
    column: 'sealed_body',
    key: ['key'],
    boundTo: bodyBinding,
    giveUp: (_deps, tx, key = '') => emptyInbox(tx, key),
  },
]
