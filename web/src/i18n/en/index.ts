import type { activity } from './activity/index.ts'
import type { admin } from './admin/index.ts'
import type { company } from './company/index.ts'
import type { days } from './days/index.ts'
import type { edits } from './edits/index.ts'
import { frame } from './frame.ts'
import type { guests } from './guests/index.ts'
import type { ideas } from './ideas/index.ts'
import type { images } from './images/index.ts'
import type { inbox } from './inbox/index.ts'
import type { inboxNumbers } from './inbox-numbers/index.ts'
import type { inboxRules } from './inbox-rules/index.ts'
import type { invites } from './invites/index.ts'
import type { mentions } from './mentions/index.ts'
import { pages } from './pages.ts'
import type { passkeys } from './passkeys/index.ts'
import type { steps } from './steps/index.ts'
import type { stock } from './stock/index.ts'
import type { team } from './team/index.ts'

/** The English messages are the source: a language with a missing message does not compile. */
export const en = { ...frame, ...pages }

/** A message is a text, or a function of its values. */
type Translated<Part> = {
  [Key in keyof Part]: Part[Key] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Part[Key] extends string
      ? string
      : Translated<Part[Key]>
}

/** The texts of the frame around every page. */
export type FrameMessages = Translated<typeof frame>

/** The texts that a language loads before the first page. English loads only those of the frame. */
export type FirstMessages = Translated<typeof en>

/** The texts of an area, by its name. They are loaded with its pages. */
export interface AreaMessages {
  readonly activity: Translated<typeof activity>
  readonly admin: Translated<typeof admin>
  readonly company: Translated<typeof company>
  readonly days: Translated<typeof days>
  readonly edits: Translated<typeof edits>
  readonly guests: Translated<typeof guests>
  readonly images: Translated<typeof images>
  readonly ideas: Translated<typeof ideas>
  readonly inbox: Translated<typeof inbox>
  readonly inboxNumbers: Translated<typeof inboxNumbers>
  readonly inboxRules: Translated<typeof inboxRules>
  readonly invites: Translated<typeof invites>
  readonly mentions: Translated<typeof mentions>
  readonly passkeys: Translated<typeof passkeys>
  readonly steps: Translated<typeof steps>
  readonly stock: Translated<typeof stock>
  readonly team: Translated<typeof team>
}

/** The texts of the pages of the administration, and of every other page. */
export type Messages = FirstMessages & Pick<AreaMessages, 'admin'>
