export const compose = {
  title: 'New post',
  editTitle: 'Edit post',
  accounts: 'Accounts',
  findAccount: 'Find an account',
  noSuchAccount: 'No account has this name.',
  reconnect: (network: string) => `${network} rejected our access. Posts to it wait until it is connected again.`,
  noAccounts: 'Connect an account first. Then you can publish from here.',
  text: 'What do you want to say?',
  all: 'All',
  ownText: (network: string) => `Own text for ${network}`,
  reset: 'Use the common text',
  textFor: 'Text for',
  hasOwn: 'has its own text',
  room: 'Room left',
  tooLongFor: (network: string) => `Too long for ${network}.`,
  left: (count: number) => `${count.toLocaleString('en')} left`,
  over: (count: number) => `${count.toLocaleString('en')} too many`,
  moreCounters: (count: number) => `${count} more`,
  fewerCounters: 'Show fewer',
  issues: 'Things to look at',
  noIssues: 'Ready to go.',
  inOptions: 'Choose under “Network options”.',
  confirm: 'Publish anyway',
  samePost: (state: string, when: string) =>
    state === 'published'
      ? `The same post was published on ${when}.`
      : state === 'unknown'
        ? `The same post may have been published on ${when}.`
        : `The same post is planned for ${when}.`,
  similarPost: (state: string, when: string) =>
    state === 'published'
      ? `Nearly the same text was published on ${when}.`
      : `Nearly the same text is scheduled for ${when}.`,
  openSamePost: 'Open that post',
  places: (count: number) => `(in ${count} places)`,
  saveDraft: 'Save draft',
  publishTo: (count: number) => (count === 1 ? 'Publish to 1 account' : `Publish to ${count} accounts`),
  scheduleFor: (count: number, when: string) => `Schedule for ${count} · ${when}`,
  update: (when: string) => `Update · ${when}`,
  checkTime: 'Check the time',
  unreadTime: 'Posthorn can’t read the time you typed. Correct it, or clear the field.',
  unreadField: (name: string) => `Posthorn can’t read “${name}”. Correct it, or clear the field.`,
  now: 'Publish now instead',
  backToDraft: 'Make it a draft again',
  backToWriting: 'Back to writing',
  moreWays: 'More ways to publish',
  undoTime: 'Time to undo “Publish now”',
  undoSeconds: (seconds: number) => (seconds === 0 ? 'None' : `${seconds} seconds`),
  goesOutIn: (seconds: number) => `Goes out in ${seconds} seconds`,
  notTakenBack: 'It was too late to take it back',
  chooseAccount: 'Choose at least one account.',
  writeFirst: 'Write something first, or add a file.',
  stillUploading: 'Files are still being uploaded.',
  settleFirst: 'Somebody else changed this post. Compare the two versions first.',
  fixFirst: (count: number) =>
    count === 1 ? 'One thing must be fixed first.' : `${count} things must be fixed first.`,
  confirmFirst: (count: number) =>
    count === 1 ? 'One warning waits for your word.' : `${count} warnings wait for your word.`,
}
