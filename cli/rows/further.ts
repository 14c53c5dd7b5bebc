import { defineRow } from './row.ts'

export const doRow = defineRow({
  usage: ['[TASK] [FIELD=VALUE...] [options]'],
  about: 'Runs a task of the catalogue, as agents and chats do.',
  details: [
    'Without TASK it lists them; `posthorn do TASK --fields` lists the fields of one. A value is text; lists have commas between; objects are JSON.',
  ],
  flags: {
    '--fields': 'Show the fields of the task, and run nothing.',
    '--input -': 'Read the whole input as JSON from standard input.',
    '--idempotency-key KEY': 'A repetition with the same key within 24 hours has no second effect.',
  },
  examples: [
    'posthorn do',
    'posthorn do list_accounts',
    'posthorn do create_draft content="Hello" accounts=mastodon,bluesky',
  ],
})

export const completionsRow = {
  usage: ['SHELL'],
  about: 'Prints the completions for bash, zsh or fish.',
  details: ['Have your shell read them when it starts, as in the examples.'],
  flags: {},
  examples: [
    'source <(posthorn completions bash)',
    'posthorn completions zsh > ~/.zsh/functions/_posthorn',
    'posthorn completions fish > ~/.config/fish/completions/posthorn.fish',
  ],
} as const
