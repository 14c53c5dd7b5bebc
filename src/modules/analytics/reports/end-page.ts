import type { InEvery, Language } from '#kernel/language.ts'

export type EndStep = 'ask' | 'ended' | 'invalid'

interface Words {
  readonly title: string
  /** HTML. */
  readonly body: string
}

const words: InEvery<Readonly<Record<EndStep, Words>>> = {
  en: {
    ask: { title: 'End the weekly report?', body: '<form method="post"><button>End it</button></form>' },
    ended: { title: 'The weekly report has ended', body: '<p>You will not receive any more reports.</p>' },
    invalid: { title: 'This link is not valid', body: '<p>Copy the whole link from the email.</p>' },
  },
  de: {
    ask: { title: 'Den Wochenbericht abbestellen?', body: '<form method="post"><button>Abbestellen</button></form>' },
    ended: { title: 'Der Wochenbericht ist abbestellt', body: '<p>Du bekommst keine weiteren Berichte.</p>' },
    invalid: { title: 'Dieser Link ist ungültig', body: '<p>Kopiere den ganzen Link aus der Mail.</p>' },
  },
}

/** Builds the page behind a report's unsubscribe link. */
export function endPage(step: EndStep, language: Language): string {
  const { title, body } = words[language][step]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${title}</h1>${body}</html>
`
}
