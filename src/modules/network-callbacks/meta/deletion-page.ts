import type { InEvery, Language } from '#kernel/language.ts'
import type { Deletion } from './store.ts'

interface Words {
  readonly title: string
  readonly states: Readonly<Record<Deletion['state'], string>>
  readonly code: string
  readonly received: string
  readonly deleted: string
  readonly kept: string
}

const words: InEvery<Words> = {
  en: {
    title: 'Deletion of your data',
    states: {
      received: 'We received your request. The data that the network gave us about you is being deleted.',
      done: 'Your request is complete. The data that the network gave us about you has been deleted.',
    },
    code: 'Code',
    received: 'Received',
    deleted: 'Deleted',
    kept: `We delete the access that you granted, the names, images and IDs that the network gave us, and its data about posts.
We keep this code with its dates, and a digest that recognizes a repeated request.`,
  },
  de: {
    title: 'Löschung deiner Daten',
    states: {
      received: 'Deine Anfrage ist da. Wir löschen gerade, was uns das Netzwerk über dich gegeben hat.',
      done: 'Deine Anfrage ist erledigt. Wir haben gelöscht, was uns das Netzwerk über dich gegeben hat.',
    },
    code: 'Code',
    received: 'Eingegangen',
    deleted: 'Gelöscht',
    kept: `Wir löschen den Zugriff, den du erlaubt hast, die Namen, Bilder und Kennungen, die uns das Netzwerk gegeben hat, und seine Daten über Beiträge.
Wir behalten diesen Code mit seinen Zeiten und eine Prüfsumme, an der wir eine wiederholte Anfrage erkennen.`,
  },
}

/**
 * The page for the person who asked for a deletion: its state, and the data that is kept. Nothing on it identifies the
 * person.
 */
export function deletionPage({ code, state, requestedAt, finishedAt }: Deletion, language: Language): string {
  const say = words[language]
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${say.title}</title>
<h1>${say.title}</h1>
<p>${say.states[state]}</p>
<dl>
<dt>${say.code}</dt><dd>${code}</dd>
<dt>${say.received}</dt><dd>${requestedAt.toISOString()}</dd>
${finishedAt ? `<dt>${say.deleted}</dt><dd>${finishedAt.toISOString()}</dd>` : ''}
</dl>
<p>${say.kept}</p>
</html>
`
}
