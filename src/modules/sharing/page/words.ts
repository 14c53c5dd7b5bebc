import type { InEvery } from '#kernel/language.ts'

/** Texts on the page of a shared post. */
export interface PageWords {
  /** The locale of dates. */
  readonly locale: string
  readonly postBy: (profile: string) => string
  readonly approximate: string
  readonly seeThere: string
  readonly noAccount: string
  readonly worksUntil: (time: string) => string
  readonly plannedFor: (time: string) => string
  readonly states: Readonly<Record<'published' | 'draft' | 'failed' | 'scheduled' | 'goingOut', string>>
  readonly comments: CommentWords
  readonly preview: PreviewWords
  /** The notice instead of a post whose link no longer works. */
  readonly gone: { readonly title: string; readonly text: string }
  readonly notSaved: string
}

interface CommentWords {
  readonly title: string
  readonly name: string
  readonly comment: string
  readonly hint: string
  readonly fine: string
  readonly send: string
}

/** Texts inside the previews, as the networks themselves write them. */
export interface PreviewWords {
  readonly now: string
  readonly justNow: string
  readonly more: string
  readonly seeMore: string
  readonly like: string
  readonly comment: string
  readonly share: string
  readonly repost: string
  readonly send: string
  readonly noFile: string
  readonly document: string
  readonly sound: string
  readonly video: string
  readonly quoted: string
  readonly votingEnds: (count: number, unit: 'day' | 'hour' | 'minute') => string
}

export const pageWords: InEvery<PageWords> = {
  en: {
    locale: 'en-GB',
    postBy: (profile) => `A post by ${profile}`,
    approximate: 'Previews are approximate: each network decides on line breaks, crops and link cards itself.',
    seeThere: 'See it there',
    noAccount: 'no account connected',
    worksUntil: (time) => `This link works until ${time}.`,
    plannedFor: (time) => `planned for ${time}`,
    states: {
      published: 'Published',
      draft: 'Draft',
      failed: 'Not published',
      scheduled: 'Scheduled',
      goingOut: 'Publishing',
    },
    comments: {
      title: 'What do you think?',
      name: 'Your name',
      comment: 'Comment',
      hint: 'What should change?',
      fine: 'Fine by me',
      send: 'Comment',
    },
    preview: {
      now: 'now',
      justNow: 'Just now',
      more: 'more',
      seeMore: 'See more',
      like: 'Like',
      comment: 'Comment',
      share: 'Share',
      repost: 'Repost',
      send: 'Send',
      noFile: 'The image or video has not been chosen yet.',
      document: 'Document (PDF)',
      sound: 'Audio',
      video: 'Video',
      quoted: 'Quoted post',
      votingEnds: (count, unit) => `Voting ends ${count} ${unit}${count === 1 ? '' : 's'} after the post is published`,
    },
    gone: {
      title: 'This link no longer works',
      text: 'It was revoked, has expired, or the post was deleted. Ask the person who sent it for a new one.',
    },
    notSaved: 'Your comment was not saved',
  },
  de: {
    locale: 'de-DE',
    postBy: (profile) => `Ein Beitrag von ${profile}`,
    approximate:
      'Die Vorschau ist ungefähr: Über Umbrüche, Bildausschnitte und Linkkarten entscheidet jedes Netzwerk selbst.',
    seeThere: 'Dort ansehen',
    noAccount: 'kein Konto verbunden',
    worksUntil: (time) => `Dieser Link gilt bis ${time}.`,
    plannedFor: (time) => `geplant für ${time}`,
    states: {
      published: 'Veröffentlicht',
      draft: 'Entwurf',
      failed: 'Nicht veröffentlicht',
      scheduled: 'Geplant',
      goingOut: 'Wird veröffentlicht',
    },
    comments: {
      title: 'Was meinst du?',
      name: 'Dein Name',
      comment: 'Kommentar',
      hint: 'Was soll sich ändern?',
      fine: 'Einverstanden',
      send: 'Kommentieren',
    },
    preview: {
      now: 'jetzt',
      justNow: 'Gerade eben',
      more: 'mehr',
      seeMore: 'Mehr ansehen',
      like: 'Gefällt mir',
      comment: 'Kommentieren',
      share: 'Teilen',
      repost: 'Reposten',
      send: 'Senden',
      noFile: 'Das Bild oder Video ist noch nicht gewählt.',
      document: 'Dokument (PDF)',
      sound: 'Ton',
      video: 'Video',
      quoted: 'Zitierter Beitrag',
      votingEnds: (count, unit) => `Die Abstimmung endet ${count} ${germanUnit(count, unit)} nach dem Erscheinen`,
    },
    gone: {
      title: 'Dieser Link gilt nicht mehr',
      text: 'Er wurde zurückgezogen, ist abgelaufen, oder der Beitrag wurde gelöscht. Bitte die Person, von der du ihn hast, um einen neuen.',
    },
    notSaved: 'Dein Kommentar wurde nicht gespeichert',
  },
}

function germanUnit(count: number, unit: 'day' | 'hour' | 'minute'): string {
  const [one, several] = (
    { day: ['Tag', 'Tage'], hour: ['Stunde', 'Stunden'], minute: ['Minute', 'Minuten'] } as const
  )[unit]
  return count === 1 ? one : several
}
