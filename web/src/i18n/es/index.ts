import type { FirstMessages } from '../en/index.ts'
import { account, slack, telegram } from './account.ts'
import { adminPlaces } from './admin-places.ts'
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
import { shell } from './shell.ts'
import { verdicts } from './verdicts.ts'
import { webhooks } from './webhooks.ts'
import { texts, writing } from './writing.ts'

export const es: FirstMessages = {
  adminPlaces,
  labels,
  library,
  live,
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
  notices,
  offline,
  options,
  posts,
  readBack,
  stuck,
  problem,
  queue,
  received,
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
  slots,
  telegram,
  texts,
  verdicts,
  views,
  walks,
  weather,
  thread,
  webhooks,
  writing,
  zone,
}
