import { plural } from '../plural.ts'

export const compose = {
  title: 'New post',
  editTitle: 'Edit post',
  accounts: 'Accounts',
  findAccount: 'Search accounts',
  noSuchAccount: 'No matching accounts.',
  reconnect: (network: string) => `We’ve lost access to this ${network} account. Reconnect it to publish.`,
  noAccounts: 'No account is connected yet.',
  text: 'What do you want to say?',
  all: 'Shared',
  ownText: (network: string) => `Custom text for ${network}`,
  reset: 'Use shared text',
  textFor: 'Editing text for',
  hasOwn: 'custom text',
  room: 'Characters left',
  tooLongFor: (network: string) => `Too long for ${network}`,
  left: (count: number) => `${count.toLocaleString('en')} left`,
  over: (count: number) => `${count.toLocaleString('en')} over`,
  issues: 'Before you publish',
  noIssues: 'Ready to publish',
  confirm: 'Publish anyway',
  samePost: (state: string, when: string) =>
    state === 'published'
      ? `The same post was published on ${when}.`
      : state === 'unknown'
        ? `The same post may have been published on ${when}.`
        : `The same post is scheduled for ${when}.`,
  similarPost: (state: string, when: string) =>
    state === 'published'
      ? `Nearly the same text was published on ${when}.`
      : `Nearly the same text is scheduled for ${when}.`,
  openSamePost: 'Open that post',
  places: (count: number) => `(${count} places)`,
  saveDraft: 'Save draft',
  publishTo: (count: number) => (count === 1 ? 'Publish to 1 account' : `Publish to ${count} accounts`),
  scheduleFor: (count: number, when: string) =>
    `Schedule for ${when} · ${plural('en', count, { one: 'account', other: 'accounts' })}`,
  update: (when: string) => `Update · ${when}`,
  checkTime: 'Check the time',
  unreadTime: 'Posthorn can’t read the time you typed. Correct it, or clear the field.',
  unreadField: (name: string) => `Posthorn can’t read “${name}”. Correct it, or clear the field.`,
  now: 'Publish now instead',
  backToDraft: 'Move back to drafts',
  moreWays: 'More publishing options',
  undoTime: 'Undo window after publishing',
  undoSeconds: (seconds: number) => (seconds === 0 ? 'None' : `${seconds} seconds`),
  goesOutIn: (seconds: number) => `Publishing in ${seconds} seconds`,
  notTakenBack: 'Too late to undo. The post is being published.',
  chooseAccount: 'Choose at least one account.',
  writeFirst: 'Write something or add a file.',
  stillUploading: 'Files are still uploading.',
  settleFirst: 'Someone else changed this post. Compare versions first.',
  fixFirst: (count: number) => (count === 1 ? 'Fix 1 issue to publish.' : `Fix ${count} issues to publish.`),
  confirmFirst: (count: number) =>
    count === 1 ? 'Review 1 warning to publish.' : `Review ${count} warnings to publish.`,
}

export const captions = {
  open: 'Suggest captions',
  title: 'Captions for each network',
  lead: 'Describe your post once. Get a caption for each network and use the ones you like.',
  about: 'What is the post about?',
  tone: 'Tone',
  tones: { neutral: 'Neutral', casual: 'Casual', professional: 'Professional', playful: 'Playful' },
  propose: 'Generate',
  again: 'Regenerate',
  accept: 'Use caption',
  acceptAll: 'Use all',
  taken: 'Used',
  length: (count: number, max: number) => `${count}/${max}`,
  writtenBy: {
    rules: 'Written by built-in rules. No AI used.',
    ai: 'Written by AI.',
  },
  quota: (left: number, until: string) => `${left} left until ${until}`,
}

export const composeMedia = {
  title: 'Images and videos',
  add: 'Add image',
  addLong: 'Add images or a video',
  dropHere: 'Drop files to add them',
  chooseThumbnail: 'Choose thumbnail',
  removeThumbnail: 'Remove thumbnail',
  fromLibrary: 'From library',
  fromUrl: 'From the web',
  altText: 'Alt text',
  hasAlt: 'Alt ✓',
  noAlt: 'No alt text',
  file: (nth: number) => `File ${nth}`,
  earlier: (name: string) => `Move ${name} earlier`,
  later: (name: string) => `Move ${name} later`,
  uploading: (percent: number) => `Uploading… ${percent}%`,
  tooLarge: 'This file is over 500 MB. Choose a smaller one.',
  libraryTitle: 'Choose from library',
  libraryEmpty: 'No files yet. Files you add to posts are saved here.',
  more: 'Load more',
  urlTitle: 'Add a file from the web',
  urlLead: 'Posthorn downloads the file and keeps a copy.',
  url: 'File URL',
  fetch: 'Add file',
}

export const details = {
  title: 'More',
  lead: 'Link, title, first comment, language',
  link: 'Link',
  kind: 'Post type',
  postTitle: 'Title',
  firstComment: 'First comment',
  language: 'Language',
  languageHint: 'Language tag, such as de or pt-BR',
  usedBy: (networks: string) => `Used by ${networks}`,
  kinds: {
    post: 'Post',
    carousel: 'Carousel',
    story: 'Story',
    reel: 'Reel',
    short: 'Short video',
    pin: 'Pin',
    article: 'Article',
  },
}

export const example = {
  use: 'Try an example',
  texts: [
    'Good morning! The bakery opens at six, and the first loaves are still warm.',
    'Fresh rolls from seven. Come early: they’re gone by nine.',
    'We open the terrace this weekend. Coffee outside, with a view of the hills.',
  ],
  alt: 'A drawing of the sun rising over green hills.',
}

export const preview = {
  title: 'Preview',
  of: (network: string) => `Preview for ${network}`,
  unwritten: 'Start writing to see how it looks on each network.',
  approximate: 'Preview only. The post may look different on the network.',
  showDark: 'Dark preview',
  showLight: 'Light preview',
  more: 'more',
  /** Says that a network does not take a file. The check of the post says why, too. */
  rejected: (why: string) => why || 'This network doesn’t accept this file.',
  linkTitle: 'The page provides title and image',
  quotedPost: 'Quoted post',
  pollEnds: (length: string) => `Voting ends ${length} after publishing`,
  justNow: 'Now',
  linkedinBar: 'Like · Comment · Repost · Send',
  facebookBar: 'Like · Comment · Share',
  needsMedia: 'Needs an image or a video',
  needsVideo: 'Needs a video',
  document: 'Document (PDF)',
  audio: 'Audio',
  video: 'Video',
}

/** The safety of the words of a post. */
export const saving = {
  label: 'Save status',
  edited: 'Edited',
  saving: 'Saving…',
  saved: 'Saved',
  held: 'Saved in this browser · press Update',
  conflict: 'Changed by someone else',
  refused: 'Couldn’t save',
  waiting: {
    offline: 'Offline · saved on this device',
    busy: 'Saved in this browser · syncing soon',
    fault: 'Saved in this browser · server error',
    'signed-out': 'Saved in this browser · sign in to sync',
  },
  tryNow: (words: string) => `${words}. Retry`,
  faultNote: 'We couldn’t save your changes. They’re kept in this browser, and we’ll keep retrying.',
  refusedTitle: 'We couldn’t save this draft. Your text is kept in this browser.',
  copyWords: 'Copy text',
  keepAsNew: 'Save as new draft',
  alsoEditing: (names: string, count: number) => `${names} ${count === 1 ? 'is' : 'are'} also editing this post.`,
  otherEditors: (count: number) => plural('en', count, { one: 'other', other: 'others' }),
  restored: (when: string) => `We restored your unsaved changes from ${when}.`,
  merged: (fields: string) => `Someone else changed this post while you were writing. Merged: ${fields}.`,
  goesOutIn: (seconds: number) =>
    `This post publishes in ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')} with the last ` +
    'saved text. Press Update to include your changes.',
  goesOutNow: 'Publishing the last saved version.',
  compare: 'Compare',
  conflictTitle: 'This post has two versions',
  conflictLead: 'Someone else changed this post while you were writing. Choose what to keep.',
  sides: { mine: 'Yours', theirs: 'Theirs' },
  choose: { mine: 'Keep mine', theirs: 'Use theirs', both: 'Keep both' },
  settle: 'Save merged version',
  nothing: 'Nothing',
  fields: {
    content: 'Text',
    title: 'Title',
    link: 'Link',
    firstComment: 'First comment',
    language: 'Language',
    format: 'Post type',
    at: 'Time',
    media: 'Images and videos',
    thread: 'Thread',
    accountIds: 'Accounts',
    others: 'Accounts',
    tags: 'Labels',
    own: 'Custom text',
  },
}

export const schedule = {
  title: 'When',
  now: 'Now',
  at: (when: string) => when,
  type: 'Or type a time',
  typeExample: 'thu 9, tomorrow 9:30, in 2 h',
  taken: (when: string) => `Scheduled for ${when}`,
  notUnderstood: 'We couldn’t read that. Try “thu 9” or “in 2 h”.',
  zone: (place: string) => `${place} time`,
  yours: (when: string) => `${when} your time`,
  clockFast: (by: string) => `This device’s clock is ${by} fast.`,
  clockSlow: (by: string) => `This device’s clock is ${by} slow.`,
  clockOfPosthorn: (time: string) => `We use the server’s clock. It’s ${time} there.`,
  past: 'That time has passed. Choose a later time, or publish now.',
  skipped: (time: string, next: string) =>
    `${time} doesn’t exist that day (clocks go forward). The post publishes at ${next}.`,
  twice: (time: string) => `${time} happens twice that day (clocks go back). Which one?`,
  first: (time: string) => `First ${time}`,
  second: (time: string) => `Second ${time}, one hour later`,
}

export const thread = {
  title: 'Thread',
  begin: 'Turn into a thread',
  add: 'Add part',
  split: 'Split to fit',
  part: (nth: number, of: number) => `Part ${nth} of ${of}`,
  placeholder: 'Continue the thread…',
  up: (nth: number) => `Move part ${nth} up`,
  down: (nth: number) => `Move part ${nth} down`,
  remove: (nth: number) => `Remove part ${nth}`,
}
