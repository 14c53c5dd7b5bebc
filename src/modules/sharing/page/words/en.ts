/** The words around a shared post. Those inside a preview are the network's own, in English. */
export const en = {
  language: 'en',
  locale: 'en-GB',
  title: (name: string) => `A post by ${name}`,
  states: {
    published: 'Published',
    draft: 'Draft',
    failed: 'Not published',
    scheduled: 'Scheduled',
    underWay: 'Going out',
  },
  plannedFor: (time: string) => `planned for ${time}`,
  worksUntil: (time: string) => `This link works until ${time}.`,
  noAccount: 'no account connected',
  seeThere: 'See it there',
  approximate: 'Previews are approximate: each network decides on line breaks, crops and link cards itself.',
  question: 'What do you think?',
  name: 'Your name',
  comment: 'Comment',
  commentHint: 'What should change?',
  send: 'Comment',
  fine: 'Fine by me',
  gone: 'This link no longer works',
  goneLead: 'It was revoked, has expired, or the post was deleted. Ask the person who sent it for a new one.',
  notSaved: 'Your comment was not saved',
  /** Says why, by the code of the refusal. */
  reasonOf: (code: string, said: string) =>
    code === 'validation_failed' ? 'Give your name, and write something or press “Fine by me”.' : said,
}

export type Words = typeof en
