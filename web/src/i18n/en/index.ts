import type { admin } from './admin/index.ts'
import { adminPlaces } from './admin-places.ts'
import { analytics } from './analytics.ts'
import { apps } from './apps.ts'
import { auth } from './auth.ts'
import { charts } from './charts.ts'
import { captions } from './composer/captions.ts'
import { compose } from './composer/compose.ts'
import { composeMedia } from './composer/compose-media.ts'
import { details } from './composer/details.ts'
import { example } from './composer/example.ts'
import { options } from './composer/options.ts'
import { preview } from './composer/preview.ts'
import { saving } from './composer/saving.ts'
import { schedule } from './composer/schedule.ts'
import { thread } from './composer/thread.ts'
import { connections } from './connections.ts'
import { home } from './home.ts'
import { library } from './library.ts'
import { palette } from './palette.ts'
import { approvals } from './planning/approvals.ts'
import { bulk } from './planning/bulk.ts'
import { calendar } from './planning/calendar.ts'
import { queue } from './planning/queue.ts'
import { readBack } from './planning/read-back.ts'
import { recurring } from './planning/recurring.ts'
import { rehearsal } from './planning/rehearsal.ts'
import { rhythm } from './planning/rhythm.ts'
import { fanOut, recycling, sharing } from './planning/sharing.ts'
import { stuck } from './planning/stuck.ts'
import { posts } from './posts.ts'
import { problem } from './problem.ts'
import { account } from './settings/account.ts'
import { apiKeys } from './settings/api-keys.ts'
import { members } from './settings/members.ts'
import { settings } from './settings/settings.ts'
import { slack } from './settings/slack.ts'
import { telegram } from './settings/telegram.ts'
import { usage } from './settings/usage.ts'
import { webhooks } from './settings/webhooks.ts'
import { shell } from './shell.ts'
import { verdicts } from './verdicts/index.ts'
import { walks } from './walks.ts'
import { weather } from './weather.ts'

/** The English messages are the source: a language with a missing message does not compile. */
export const en = {
  adminPlaces,
  library,
  account,
  palette,
  usage,
  analytics,
  apiKeys,
  approvals,
  apps,
  auth,
  bulk,
  calendar,
  captions,
  charts,
  shell,
  compose,
  composeMedia,
  connections,
  details,
  example,
  fanOut,
  home,
  members,
  options,
  posts,
  readBack,
  stuck,
  problem,
  queue,
  recurring,
  recycling,
  rehearsal,
  rhythm,
  sharing,
  preview,
  saving,
  schedule,
  settings,
  slack,
  telegram,
  verdicts,
  walks,
  weather,
  thread,
  webhooks,
}

/** A message is a text, or a function of what it tells. */
type Translated<Part> = {
  [Key in keyof Part]: Part[Key] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Part[Key] extends string
      ? string
      : Translated<Part[Key]>
}

/** The words that are there from the first page on. */
export type FirstMessages = Translated<typeof en>

/** The words of an area, by its name. They come with its pages. */
export interface AreaMessages {
  readonly admin: Translated<typeof admin>
}

export type Messages = FirstMessages & AreaMessages
