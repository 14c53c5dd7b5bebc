import type { SealedColumn } from '#infra/db/reseal.ts'
import { forgetItem } from './store/items.ts'

export const updateBinding = (id = ''): string => `telegram_item:${id}:update`
export const repliesBinding = (id = ''): string => `telegram_item:${id}:replies`

/** Columns that a rotation of SECRET_KEY seals again. What is lost with its key is not handled any more. */
export const sealedTelegram: readonly SealedColumn[] = [
  {
    table: 'telegram_item',
    column: 'sealed_update',
    key: ['id'],
    boundTo: updateBinding,
    giveUp: (_deps, tx, id = '') => forgetItem(tx, id),
  },
  {
    table: 'telegram_item',
    column: 'sealed_replies',
    key: ['id'],
    boundTo: repliesBinding,
    giveUp: (_deps, tx, id = '') => forgetItem(tx, id),
  },
]
