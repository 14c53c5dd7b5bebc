import type { InEvery } from '#kernel/language.ts'
import type { PreviewWords } from '#rules/previews/post.ts'

/** Texts on the page of a shared post. */
export interface PageWords {
  /** The locale of dates. */
  readonly locale: string
  readonly postBy: (profile: string) => string
  readonly approximate: string
  /** The name of the choice of a network, and its last option. */
  readonly network: string
  readonly allNetworks: string
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

export const pageWords: InEvery<PageWords> = {
  en: {
    locale: 'en-GB',
    postBy: (profile) => `A post by ${profile}`,
    approximate: 'Previews are approximate. Each network handles line breaks, crops and link cards differently.',
    network: 'Network',
    allNetworks: 'All',
    seeThere: 'View post',
    noAccount: 'No account connected',
    worksUntil: (time) => `This link expires ${time}.`,
    plannedFor: (time) => `scheduled for ${time}`,
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
      hint: 'What would you change?',
      fine: 'Fine by me',
      send: 'Post comment',
    },
    preview: {
      justNow: 'Now',
      more: 'more',
      linkedinBar: 'Like · Comment · Repost · Send',
      facebookBar: 'Like · Comment · Share',
      needsMedia: 'No image or video yet',
      needsVideo: 'No video yet',
      linkTitle: 'The page provides title and image',
      document: 'Document (PDF)',
      audio: 'Audio',
      video: 'Video',
      quotedPost: 'Quoted post',
      rejected: (why) => why,
      pollEnds: (minutes) => {
        const [count, unit] = lengthOf(minutes)
        return `Voting ends ${count} ${unit}${count === 1 ? '' : 's'} after publishing`
      },
    },
    gone: {
      title: 'This link no longer works',
      text: 'It expired or was revoked, or the post was deleted. Ask the sender for a new link.',
    },
    notSaved: 'Couldn’t save your comment',
  },
  de: {
    locale: 'de-DE',
    postBy: (profile) => `Ein Beitrag von ${profile}`,
    approximate:
      'Die Vorschau ist ungefähr. Umbrüche, Bildausschnitte und Link-Vorschauen sehen in jedem Netzwerk etwas anders aus.',
    network: 'Netzwerk',
    allNetworks: 'Alle',
    seeThere: 'Beitrag ansehen',
    noAccount: 'Kein Konto verbunden',
    worksUntil: (time) => `Dieser Link läuft ${time} ab.`,
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
      hint: 'Was würdest du ändern?',
      fine: 'Einverstanden',
      send: 'Kommentieren',
    },
    preview: {
      justNow: 'Jetzt',
      more: 'mehr',
      linkedinBar: 'Gefällt mir · Kommentieren · Reposten · Senden',
      facebookBar: 'Gefällt mir · Kommentieren · Teilen',
      needsMedia: 'Noch kein Bild oder Video',
      needsVideo: 'Noch kein Video',
      linkTitle: 'Titel und Bild kommen von der Seite',
      document: 'Dokument (PDF)',
      audio: 'Audio',
      video: 'Video',
      quotedPost: 'Zitierter Beitrag',
      rejected: (why) => why,
      pollEnds: (minutes) => {
        const [count, unit] = lengthOf(minutes)
        return `Die Abstimmung endet ${count} ${germanUnit(count, unit)} nach dem Veröffentlichen`
      },
    },
    gone: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Er ist abgelaufen oder widerrufen, oder der Beitrag wurde gelöscht. Bitte den Absender um einen neuen.',
    },
    notSaved: 'Dein Kommentar konnte nicht gespeichert werden',
  },
  es: {
    locale: 'es-ES',
    postBy: (profile) => `Una publicación de ${profile}`,
    approximate:
      'Las vistas previas son aproximadas. Cada red trata a su manera los saltos de línea, los recortes y los enlaces.',
    network: 'Red',
    allNetworks: 'Todas',
    seeThere: 'Ver publicación',
    noAccount: 'Sin cuenta conectada',
    worksUntil: (time) => `Este enlace caduca el ${time}.`,
    plannedFor: (time) => `programada para el ${time}`,
    states: {
      published: 'Publicada',
      draft: 'Borrador',
      failed: 'Sin publicar',
      scheduled: 'Programada',
      goingOut: 'Publicando',
    },
    comments: {
      title: '¿Qué te parece?',
      name: 'Tu nombre',
      comment: 'Comentario',
      hint: '¿Qué cambiarías?',
      fine: 'Me parece bien',
      send: 'Publicar comentario',
    },
    preview: {
      justNow: 'Ahora',
      more: 'más',
      linkedinBar: 'Recomendar · Comentar · Compartir · Enviar',
      facebookBar: 'Me gusta · Comentar · Compartir',
      needsMedia: 'Aún no hay imagen ni video',
      needsVideo: 'Aún no hay video',
      linkTitle: 'El título y la imagen vienen de la página',
      document: 'Documento (PDF)',
      audio: 'Audio',
      video: 'Video',
      quotedPost: 'Publicación citada',
      rejected: (why) => why,
      pollEnds: (minutes) => {
        const [count, unit] = lengthOf(minutes)
        return `La votación termina ${count} ${spanishUnit(count, unit)} después de publicar`
      },
    },
    gone: {
      title: 'Este enlace ya no funciona',
      text: 'Caducó, se revocó o la publicación se eliminó. Pide otro a quien te lo envió.',
    },
    notSaved: 'No se pudo guardar tu comentario',
  },
  fr: {
    locale: 'fr-FR',
    postBy: (profile) => `Une publication de ${profile}`,
    approximate:
      'Les aperçus sont approximatifs : chaque réseau décide des sauts de ligne, des cadrages et des cartes de lien.',
    network: 'Réseau',
    allNetworks: 'Tous',
    seeThere: 'Voir la publication',
    noAccount: 'Aucun compte connecté',
    worksUntil: (time) => `Ce lien expire le ${time}.`,
    plannedFor: (time) => `programmée pour le ${time}`,
    states: {
      published: 'Publiée',
      draft: 'Brouillon',
      failed: 'Non publiée',
      scheduled: 'Programmée',
      goingOut: 'En cours de publication',
    },
    comments: {
      title: 'Qu’en pensez-vous ?',
      name: 'Votre nom',
      comment: 'Commentaire',
      hint: 'Que changeriez-vous ?',
      fine: 'Ça me convient',
      send: 'Commenter',
    },
    preview: {
      justNow: 'Maintenant',
      more: 'plus',
      linkedinBar: 'J’aime · Commenter · Republier · Envoyer',
      facebookBar: 'J’aime · Commenter · Partager',
      needsMedia: 'Aucune image ni vidéo pour l’instant',
      needsVideo: 'Aucune vidéo pour l’instant',
      linkTitle: 'Le titre et l’image viennent de la page',
      document: 'Document (PDF)',
      audio: 'Audio',
      video: 'Vidéo',
      quotedPost: 'Publication citée',
      rejected: (why) => why,
      pollEnds: (minutes) => {
        const [count, unit] = lengthOf(minutes)
        return `Fin du vote ${count} ${frenchUnit(count, unit)} après la publication`
      },
    },
    gone: {
      title: 'Ce lien n’est plus valable',
      text:
        'Il a expiré ou a été révoqué, ou la publication a été supprimée. Demandez un nouveau lien à la personne qui ' +
        'vous l’a envoyé.',
    },
    notSaved: 'Impossible d’enregistrer votre commentaire',
  },
}

function germanUnit(count: number, unit: 'day' | 'hour' | 'minute'): string {
  const [one, several] = (
    { day: ['Tag', 'Tage'], hour: ['Stunde', 'Stunden'], minute: ['Minute', 'Minuten'] } as const
  )[unit]
  return count === 1 ? one : several
}

function spanishUnit(count: number, unit: 'day' | 'hour' | 'minute'): string {
  const [one, several] = ({ day: ['día', 'días'], hour: ['hora', 'horas'], minute: ['minuto', 'minutos'] } as const)[
    unit
  ]
  return count === 1 ? one : several
}

function frenchUnit(count: number, unit: 'day' | 'hour' | 'minute'): string {
  const name = { day: 'jour', hour: 'heure', minute: 'minute' }[unit]
  return count < 2 ? name : `${name}s`
}

/** Three days, of 4,320 minutes: the largest unit that fits. */
function lengthOf(minutes: number): readonly [count: number, unit: 'day' | 'hour' | 'minute'] {
  if (minutes % 1_440 === 0) return [minutes / 1_440, 'day']
  return minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
}
