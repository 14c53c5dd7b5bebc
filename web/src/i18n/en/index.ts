import { account, slack, telegram } from './account.ts'
import type { admin } from './admin/index.ts'
import { adminPlaces } from './admin-places.ts'
import { analytics, charts } from './analytics.ts'
import { apps, auth } from './auth.ts'
import { captions, compose, composeMedia, details, example, preview, saving, schedule, thread } from './composer.ts'
import { connections } from './connections.ts'
import { home } from './home.ts'
import { library } from './library.ts'
import { options } from './options.ts'
import { calendar, queue, recurring, rehearsal, rhythm } from './planning.ts'
import { approvals, fanOut, readBack, recycling, sharing, stuck, walks } from './post-page.ts'
import { bulk, posts } from './posts.ts'
import { problem } from './problem.ts'
import { apiKeys, members, settings, usage } from './settings.ts'
import { palette, shell, weather } from './shell.ts'
import { verdicts } from './verdicts.ts'
import { webhooks } from './webhooks.ts'

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
