import { account, slack, telegram } from './account.ts'
import { analytics, charts } from './analytics.ts'
import { apps, auth } from './auth.ts'
import { captions, compose, composeMedia, details, example, preview, saving, schedule, thread } from './composer.ts'
import { connections } from './connections.ts'
import { live, offline, palette, received, weather, zone } from './frame-parts.ts'
import { home } from './home.ts'
import { labels, views } from './labels.ts'
import { library } from './library.ts'
import { notices } from './notices.ts'
import { options } from './options.ts'
import { calendar, queue, recurring, rehearsal, rhythm, slots } from './planning.ts'
import { approvals, fanOut, readBack, recycling, sharing, stuck, walks } from './post-page.ts'
import { bulk, posts } from './posts.ts'
import { problem } from './problem.ts'
import { apiKeys, members, settings, usage } from './settings.ts'
import { verdicts } from './verdicts.ts'
import { webhooks } from './webhooks.ts'
import { texts, writing } from './writing.ts'

/** The English texts of the pages. They load with the code of the first page that shows them. */
export const pages = {
  account,
  analytics,
  apiKeys,
  approvals,
  apps,
  auth,
  bulk,
  calendar,
  captions,
  charts,
  compose,
  composeMedia,
  connections,
  details,
  example,
  fanOut,
  home,
  labels,
  library,
  live,
  members,
  notices,
  offline,
  options,
  palette,
  posts,
  preview,
  problem,
  queue,
  readBack,
  received,
  recurring,
  recycling,
  rehearsal,
  rhythm,
  saving,
  schedule,
  settings,
  sharing,
  slack,
  slots,
  stuck,
  telegram,
  thread,
  usage,
  texts,
  verdicts,
  views,
  walks,
  weather,
  webhooks,
  writing,
  zone,
}
