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
    title: 'Data deletion request',
    states: {
      received: 'We’ve received your request and are deleting the data this network shared about you.',
      done: 'Done. We’ve deleted the data this network shared about you.',
    },
    code: 'Code',
    received: 'Received',
    deleted: 'Deleted',
    kept: `We delete the access that you granted, the names, images and IDs that the network gave us, and its data about posts.
We keep this code with its dates, and a digest that recognizes a repeated request.`,
  },
  de: {
    title: 'Anfrage zur Datenlöschung',
    states: {
      received:
        'Wir haben deine Anfrage erhalten und löschen die Daten, die dieses Netzwerk über dich weitergegeben hat.',
      done: 'Erledigt. Wir haben die Daten gelöscht, die dieses Netzwerk über dich weitergegeben hat.',
    },
    code: 'Code',
    received: 'Eingegangen',
    deleted: 'Gelöscht',
    kept: `Wir löschen den Zugriff, den du erteilt hast, die Namen, Bilder und IDs, die uns das Netzwerk gegeben hat, und seine Daten über Beiträge.
Wir behalten diesen Code mit seinen Zeitpunkten und eine Prüfsumme, an der wir eine wiederholte Anfrage erkennen.`,
  },
  es: {
    title: 'Solicitud de eliminación de datos',
    states: {
      received: 'Recibimos tu solicitud y estamos eliminando los datos que esta red compartió sobre ti.',
      done: 'Listo. Eliminamos los datos que esta red compartió sobre ti.',
    },
    code: 'Código',
    received: 'Recibida',
    deleted: 'Eliminados',
    kept: `Eliminamos el acceso que diste, los nombres, las imágenes y los ID que nos dio la red, y sus datos sobre publicaciones.
Conservamos este código con sus fechas y un resumen criptográfico para reconocer una solicitud repetida.`,
  },
  fr: {
    title: 'Demande de suppression de données',
    states: {
      received: 'Votre demande est arrivée. Nous supprimons les données que ce réseau nous a transmises sur vous.',
      done: 'C’est fait. Nous avons supprimé les données que ce réseau nous avait transmises sur vous.',
    },
    code: 'Code',
    received: 'Reçue',
    deleted: 'Supprimées',
    kept: `Nous supprimons l’accès que vous avez accordé, les noms, images et identifiants que le réseau nous a donnés, et ses données sur les publications.
Nous conservons ce code avec ses dates, et une empreinte qui reconnaît une demande répétée.`,
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
