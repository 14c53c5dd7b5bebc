import type { SealedColumn } from '#infra/db/reseal.ts'
import { giveUpHeaders, giveUpSecret } from '../actions/give-up-sealed.ts'
import { headersPlace, secretPlace } from './sealed.ts'

/** Columns that a rotation of SECRET_KEY seals again. */
export const sealedWebhookColumns: readonly SealedColumn[] = [
  { table: 'webhook_secret', column: 'sealed_secret', key: ['id'], boundTo: secretPlace, giveUp: giveUpSecret },
  { table: 'webhook_endpoint', column: 'sealed_headers', key: ['id'], boundTo: headersPlace, giveUp: giveUpHeaders },
]
