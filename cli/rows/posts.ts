import { defineRow } from './row.ts'

const contentFlags = {
  '--to ACCOUNTS':
    'Where to publish: network names (for their default account), handles or account IDs, separated by commas.',
  '--media FILE...':
    'An image, video or document. Repeat the option in the order of the files. Files are uploaded first.',
  '--alt TEXT...': 'The alt text of the file in the same position.',
  '--thread TEXT...': 'A reply in the thread, after the text. Repeat the option for more replies.',
  '--text NETWORK=TEXT...': 'A different text for one network.',
  '--title TEXT': 'A title, for networks that have one.',
  '--link URL': 'A URL to show as a link card.',
  '--first-comment TEXT': 'A comment to add under the post.',
  '--tag NAME...': 'A label for finding the post. It isn’t published.',
} as const

const sendFlags = {
  '--confirm CODES': 'The codes of warnings to accept, separated by commas, or all.',
  '--dry-run': 'Only check the post and show what each network would receive. Files are still uploaded.',
  '--idempotency-key KEY': 'Repeating the command with the same key within 24 hours doesn’t create a second post.',
} as const

const fromInput = 'If TEXT is omitted or -, the text is read from standard input.'

export const postRow = defineRow({
  usage: ['[TEXT] [options]'],
  about: 'Publishes a post now.',
  details: [fromInput],
  flags: {
    ...contentFlags,
    ...sendFlags,
    '--wait': 'Wait until the post is published. The exit status reports the result.',
  },
  examples: [
    'posthorn post "The lighthouse is open again." --to bluesky,mastodon',
    'posthorn post --to x --media dawn.jpg --alt "The lighthouse" < text.txt',
  ],
})

export const draftRow = defineRow({
  usage: ['[TEXT] [options]'],
  about: 'Stores a draft. It isn’t published automatically.',
  details: [fromInput],
  flags: { ...contentFlags, '--idempotency-key KEY': sendFlags['--idempotency-key KEY'] },
  examples: ['posthorn draft "Ideas for spring" --tag spring'],
})

export const scheduleRow = defineRow({
  usage: ['[TEXT] [options]'],
  about: 'Schedules a new or existing post.',
  details: [
    fromInput,
    'If you pass a post ID (post_…) instead of the text, that draft is scheduled or that post is rescheduled.',
    'A time without an offset is local to --timezone, or else to the profile’s time zone. Natural language also works: "tomorrow 9:30", "thu 18", "in 2 hours".',
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
  about: 'Shows the status of a post on each account.',
  details: [
    'With --watch, it follows the post until it is published or has failed. The exit status reports the outcome.',
  ],
  flags: { '--watch': 'Print each change until the post is published or has failed.' },
  examples: ['posthorn status post_…', 'posthorn status post_… --watch --json'],
})

const listFlags = { '--limit N': 'The maximum number of results (default: 20).' } as const

export const queueRow = defineRow({
  usage: ['[options]'],
  about: 'Lists the posts to be published next, soonest first.',
  flags: listFlags,
  examples: ['posthorn queue', 'posthorn queue --limit 5 --json'],
})

export const postsRow = defineRow({
  usage: ['[options]'],
  about: 'Lists posts, newest first unless sorted otherwise.',
  flags: {
    '--status WORDS':
      'Only posts with these statuses, separated by commas: draft, scheduled, queued, publishing, published, partial, failed, unknown.',
    '--search TEXT': 'Only posts that contain this text in their content or title.',
    '--tag NAME': 'Only posts with this label.',
    '--sort WORD':
      'The order: createdAt (the default), date, views, impressions, reach, likes, comments, shares, saves, engagement or engagementRate.',
    ...listFlags,
  },
  examples: ['posthorn posts --status failed,partial', 'posthorn posts --sort engagement --limit 5'],
})

export const retryRow = defineRow({
  usage: ['POST [options]'],
  about: 'Retries a post on the accounts where it failed.',
  flags: { '--to ACCOUNTS': 'Only these networks or targets, separated by commas.' },
  examples: ['posthorn retry post_…', 'posthorn retry post_… --to mastodon'],
})

export const cancelRow = defineRow({
  usage: ['POST... [options]'],
  about: 'Removes posts from the queue. They become drafts.',
  flags: {},
  examples: ['posthorn cancel post_…'],
})

export const resolveRow = defineRow({
  usage: ['POST [options]'],
  about: 'Resolves a target with an unknown outcome.',
  details: ['Check the network first. Then confirm that the post is there, or have it sent again.'],
  flags: {
    '--published': 'The post is there.',
    '--send-again': 'The post isn’t there. Send it again.',
    '--target TARGET': 'The target (tgt_…) or its network, if several are unknown.',
    '--found-at URL': 'The URL where you found the post.',
  },
  examples: ['posthorn resolve post_… --published --found-at https://…', 'posthorn resolve post_… --send-again'],
})
