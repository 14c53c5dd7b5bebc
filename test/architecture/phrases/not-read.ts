import { covers, type Exception } from '../rule.ts'
import type { ProseKind } from './prose.ts'

/** Prose that the rule does not check, with the reason. Without `kinds`, it ignores these files completely. */
interface NotRead extends Exception {
  readonly kinds?: readonly ProseKind[]
}

const mailTexts = 'the texts of emails are edited separately'
const chatTexts = 'the texts of chats are edited separately'
const quoted = 'its strings are quotes: what networks responded'

const notRead: readonly NotRead[] = [
  { path: 'docs/errors.md', reason: 'generated from the descriptions of errors' },
  { path: 'docs/settings.md', reason: 'generated from the descriptions of settings' },
  { path: 'docs/cli.md', reason: 'generated from the descriptions of commands' },
  { path: 'docs/events.md', reason: 'generated from gen/events-page.ts' },
  { path: 'docs/scopes.md', reason: 'generated from the descriptions of scopes and operations' },
  { path: 'docs/licences.md', reason: 'generated from the licenses of packages' },
  { path: 'sdk/src/generated/', reason: 'generated from the descriptions of the API' },
  { path: 'src/infra/db/tables.ts', reason: 'generated from the migrated database' },
  { path: 'test/architecture/phrases/', reason: 'it lists the phrases' },
  {
    path: 'web/src/i18n/',
    reason: 'the texts of the web app are edited separately, and most of them are in other languages',
  },
  { path: 'rules/languages/', reason: 'texts in other languages' },
  { path: 'test/web/words/languages/', reason: 'texts in other languages' },
  { path: 'src/modules/mail/templates/', kinds: ['string'], reason: mailTexts },
  { path: 'src/modules/chat/', kinds: ['string'], reason: chatTexts },
  { path: 'test/world/mails.ts', kinds: ['string'], reason: mailTexts },
  { path: 'test/world/chats/', kinds: ['string'], reason: chatTexts },
  { path: 'test/lexicons/', reason: quoted },
  ...['bluesky', 'facebook', 'instagram', 'linkedin', 'mastodon', 'pinterest', 'threads', 'tiktok', 'x', 'youtube'].map(
    (network): NotRead => ({
      path: `src/connectors/${network}/verdicts/verdicts.test.ts`,
      kinds: ['string'],
      reason: quoted,
    }),
  ),
]

/** True if the rule checks this kind of prose in this file. */
export const isRead = (file: string, kind: ProseKind): boolean =>
  !notRead.some(({ path, kinds }) => covers(path, file) && (kinds === undefined || kinds.includes(kind)))
