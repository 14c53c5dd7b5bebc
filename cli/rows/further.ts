import { defineRow } from './row.ts'

export const doRow = defineRow({
  usage: ['[TASK] [FIELD=VALUE...] [options]'],
  about: 'Runs a task from the catalog that agents and chats also use.',
  details: [
    'Without TASK, it lists all tasks. `posthorn do TASK --fields` lists a task’s fields. Values are text. Separate list items with commas, and write objects as JSON.',
  ],
  flags: {
    '--fields': 'Show the task’s fields without running it.',
    '--input -': 'Read the whole input as JSON from standard input.',
    '--idempotency-key KEY': 'Repeating the command with the same key within 24 hours has no further effect.',
  },
  examples: [
    'posthorn do',
    'posthorn do list_accounts',
    'posthorn do create_draft content="Hello" accounts=mastodon,bluesky',
  ],
})

export const completionsRow = {
  usage: ['SHELL'],
  about: 'Prints shell completions for bash, zsh or fish.',
  details: ['Load them when your shell starts, as in the examples.'],
  flags: {},
  examples: [
    'source <(posthorn completions bash)',
    'posthorn completions zsh > ~/.zsh/functions/_posthorn',
    'posthorn completions fish > ~/.config/fish/completions/posthorn.fish',
  ],
} as const
