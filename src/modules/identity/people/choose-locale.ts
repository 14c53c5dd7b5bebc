import type { Tx } from '#infra/db/client.ts'
import { toWire } from '#kernel/ids.ts'
import type { Language } from '#kernel/language.ts'
import { writeAudit } from '#modules/audit/index.ts'
import type { Sender } from '../deps.ts'
import { type User, updateUser } from './store.ts'

/**
 * Sets the browser's language for a user who has not chosen one, once. The caller has locked the row. Null if the
 * browser requests no language that we have.
 */
export async function chooseLocale(
  tx: Tx,
  user: User,
  { language, now, from }: { readonly language: Language | null; readonly now: Date; readonly from: Sender },
): Promise<User> {
  if (language === null || user.localeChosen) return user
  if (language !== user.locale)
    await writeAudit(tx, {
      at: now,
      caller: { kind: 'user', uid: user.id, keyId: null, requestId: from.requestId },
      ownerUid: user.id,
      action: 'user.updated',
      subject: toWire('usr', user.id),
      changes: { locale: { from: user.locale, to: language } },
    })
  return await updateUser(tx, user.id, { locale: language, localeChosen: true, updatedAt: now })
}
