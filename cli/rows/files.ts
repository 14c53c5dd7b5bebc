import { defineRow } from './row.ts'

export const uploadRow = defineRow({
  usage: ['FILE... [options]'],
  about: 'Uploads files to the library.',
  flags: { '--alt TEXT...': 'The alt text of the file in the same position.' },
  examples: ['posthorn media upload dawn.jpg --alt "The lighthouse at dawn"', 'posthorn media upload *.jpg --json'],
})

export const mediaRow = defineRow({
  usage: ['[options]'],
  about: 'Lists the files in the library, newest first.',
  flags: { '--limit N': 'The maximum number of results (default: 20).' },
  examples: ['posthorn media'],
})

export const importRow = defineRow({
  usage: ['FILE [options]'],
  about: 'Creates posts from a CSV file: all of them or none.',
  details: [
    'FILE can be - for standard input. Files written by `posthorn export` can be imported again. See `docs/samples` for an example.',
    'A second run within 24 hours creates nothing. After that, it creates the posts again, except where the warning `same_post` prevents it.',
  ],
  flags: {
    '--dry-run': 'Report what would happen to each row without storing anything.',
    '--again': 'Create the posts even if the same table was imported into the same profile within the last 24 hours.',
    '--idempotency-key KEY':
      'Repeating the command with the same key within 24 hours doesn’t create the posts again. By default, the key is derived from the table.',
  },
  examples: ['posthorn import plan.csv --dry-run', 'posthorn import plan.csv'],
})

export const exportRow = defineRow({
  usage: ['[options]'],
  about: 'Exports posts as CSV.',
  flags: {
    '--output FILE': 'The output file (default: standard output).',
    '--status WORDS': 'Only posts with these statuses, separated by commas.',
    '--from TIME': 'Only posts scheduled at or after this time.',
    '--to TIME': 'Only posts scheduled before this time.',
    '--tag NAME': 'Only posts with this label.',
  },
  examples: ['posthorn export --output posts.csv', 'posthorn export --status draft,scheduled > plan.csv'],
})

export const applyRow = defineRow({
  usage: ['FOLDER [options]', '--schema'],
  about: 'Syncs an installation’s posts with files.',
  details: [
    'Reads the .md files in the folder, shows a plan and applies it: new files become posts, and changed files update their posts. Changes made elsewhere are shown and kept, and posts not created by this command are never changed.',
  ],
  flags: {
    '--dry-run': 'Only show the plan. The exit status is 9 if there are changes.',
    '--plan-format FORMAT': 'text, or markdown for a comment on a pull request.',
    '--force': 'Also overwrite changes made elsewhere and restore deleted posts.',
    '--prune': 'Also move pending posts to the trash if their files no longer exist.',
    '--yes': 'Apply the plan without asking.',
    '--schema': 'Print the JSON Schema of the front matter.',
  },
  examples: [
    'posthorn apply posts --dry-run',
    'posthorn apply posts --dry-run --plan-format markdown > plan.md',
    'posthorn apply posts --yes',
  ],
})
