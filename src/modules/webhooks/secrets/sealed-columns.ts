import type { SealedColumn } from '#infra/db/reseal.ts'
import { giveUpHeaders, giveUpSecret } from '../actions/give-up-sealed.ts'
import { headersSealContext, secretSealContext } from './sealed.ts'

/** Columns that a rotation of SECRET_KEY seals again. */
export const sealedWebhookColumns: readonly SealedColumn[] = [
  { table: 'webhook_secret', column: 'sealed_secret', key: ['id'], boundTo: secretSealContext, giveUp: giveUpSecret },
  {
    table: 'webhook_endpoint',
    column: 'sealed_headers',
    key: ['id'],
    boundTo: headersSealContext,
    giveUp: giveUpHeaders,
  },
]
