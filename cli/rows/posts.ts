import { defineRow } from './row.ts'

const contentFlags = {
  '--to ACCOUNTS': 'Where to: networks (their default account), handles or ids of accounts, with commas between.',
  '--media FILE...': 'A picture, video or document, in its order. It is uploaded first.',
  '--alt TEXT...': 'Describes the file at the same place for people who cannot see it.',
  '--thread TEXT...': 'A reply after the first part.',
  '--text NETWORK=TEXT...': 'Another text for one network.',
  '--title TEXT': 'A title, for networks that have one.',
  '--link URL': 'A URL that is shown as a card.',
  '--first-comment TEXT': 'A comment under the post.',
  '--tag NAME...': 'A label of your own. It is not published.',
} as const

const sendFlags = {
  '--confirm CODES': 'Warnings that you accept: their codes with commas between, or all.',
  '--dry-run': 'Only check: show what each network would receive. Files are uploaded for it.',
  '--idempotency-key KEY': 'A repetition with the same key within 24 hours makes no second post.',
} as const

const fromInput = 'Without TEXT, or with -, the text is read from standard input.'

export const postRow = defineRow({
  usage: ['[TEXT] [options]'],
  about: 'Publishes a post now.',
  details: [fromInput],
  flags: { ...contentFlags, ...sendFlags, '--wait': 'Follow the post until it is out; the exit status then tells.' },
  examples: [
    'posthorn post "The lighthouse is open again." --to bluesky,mastodon',
    'posthorn post --to x --media dawn.jpg --alt "The lighthouse" < text.txt',
  ],
})

export const draftRow = defineRow({
  usage: ['[TEXT] [options]'],
  about: 'Stores a draft, which nothing publishes by itself.',
  details: [fromInput],
  flags: { ...contentFlags, '--idempotency-key KEY': sendFlags['--idempotency-key KEY'] },
  examples: ['posthorn draft "Ideas for spring" --tag spring'],
})

export const scheduleRow = defineRow({
  usage: ['[TEXT] [options]'],
  about: 'Schedules a post, or gives a stored one its time.',
  details: [
    fromInput,
    'With the id of a post (post_…) in place of the text, that draft is scheduled, or that post moved.',
    'A time without an offset is local: in --timezone, else in the time zone of the profile. It may be written as people say it: "tomorrow 9:30", "thu 18", "in 2 hours".',
  ],
  flags: {
    '--at TIME': 'When: 2026-12-01T09:00, 2026-12-01T09:00:00Z, or "tomorrow 9:30".',
    '--timezone ZONE': 'The time zone of --at, such as Europe/Berlin.',
    ...contentFlags,
    ...sendFlags,
  },
  examples: [
    'posthorn schedule "Open from nine." --at "tomorrow 9" --to mastodon',
    'posthorn schedule post_… --at 2026-12-02T09:00',
  ],
})

export const statusRow = defineRow({
  usage: ['POST [options]'],
  about: 'Says where a post stands on each account.',
  details: ['With --watch it follows the post until nothing more will happen; the exit status is that of the outcome.'],
  flags: { '--watch': 'Print each change until the post is out or has failed.' },
  examples: ['posthorn status post_…', 'posthorn status post_… --watch --json'],
})

const listFlags = { '--limit N': 'How many at most; by default 20.' } as const

export const queueRow = defineRow({
  usage: ['[options]'],
  about: 'Lists what goes out next, the soonest first.',
  flags: listFlags,
  examples: ['posthorn queue', 'posthorn queue --limit 5 --json'],
})

export const postsRow = defineRow({
  usage: ['[options]'],
  about: 'Lists posts, the newest first.',
  flags: {
    '--status WORDS': 'Only these: draft, scheduled, queued, publishing, published, partial, failed, unknown.',
    '--search TEXT': 'Only posts with this in their text or title.',
    '--tag NAME': 'Only posts with this label.',
    ...listFlags,
  },
  examples: ['posthorn posts --status failed,partial', 'posthorn posts --search lighthouse'],
})

export const retryRow = defineRow({
  usage: ['POST [options]'],
  about: 'Sends the failed accounts of a post again.',
  flags: { '--to ACCOUNTS': 'Only these networks or targets, with commas between.' },
  examples: ['posthorn retry post_…', 'posthorn retry post_… --to mastodon'],
})

export const cancelRow = defineRow({
  usage: ['POST... [options]'],
  about: 'Takes posts out of the queue. They become drafts.',
  flags: {},
  examples: ['posthorn cancel post_…'],
})

export const resolveRow = defineRow({
  usage: ['POST [options]'],
  about: 'Settles a target whose outcome nobody could find out.',
  details: ['Look at the network first. Then say that the post is there, or have it sent again.'],
  flags: {
    '--published': 'The post is there.',
    '--send-again': 'The post is not there: send it.',
    '--target TARGET': 'Which target (tgt_…), or its network, if several are unknown.',
    '--found-at URL': 'Where you found the post.',
  },
  examples: ['posthorn resolve post_… --published --found-at https://…', 'posthorn resolve post_… --send-again'],
})
