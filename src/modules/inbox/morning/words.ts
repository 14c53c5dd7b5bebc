import type { InEvery } from '#kernel/language.ts'

interface Words {
  readonly title: (open: number, profile: string) => string
  /** `wait` is the age of the oldest without an answer, or null if all have one. */
  readonly detail: (wait: string | null) => string
  readonly kinds: Readonly<Record<'comment' | 'mention' | 'quote', string>>
  readonly line: (network: string, kind: string, age: string) => string
  readonly action: string
  readonly because: (profile: string) => string
  readonly stop: string
}

/** The texts of the morning email. They contain no words and names of strangers. */
export const words: InEvery<Words> = {
  en: {
    title: (open, profile) =>
      open === 1 ? `1 open conversation in ${profile}` : `${open} open conversations in ${profile}`,
    detail: (wait) =>
      wait === null
        ? 'All of them have a reply.'
        : `The longest wait is ${wait}. These have waited longest without a reply:`,
    kinds: { comment: 'comment', mention: 'mention', quote: 'quote' },
    line: (network, kind, age) => `${network}: ${kind}, ${age}`,
    action: 'Open inbox',
    because: (profile) => `You get this email because you can reply for ${profile} and something is open.`,
    stop: 'Turn off these emails',
  },
  de: {
    title: (open, profile) =>
      open === 1 ? `1 offenes Gespräch bei ${profile}` : `${open} offene Gespräche bei ${profile}`,
    detail: (wait) =>
      wait === null
        ? 'Alle haben eine Antwort.'
        : `Am längsten wartet jemand seit ${wait}. Diese warten am längsten auf eine Antwort:`,
    kinds: { comment: 'Kommentar', mention: 'Erwähnung', quote: 'Zitat' },
    line: (network, kind, age) => `${network}: ${kind}, ${age}`,
    action: 'Posteingang öffnen',
    because: (profile) => `Du erhältst diese E-Mail, weil du für ${profile} antworten kannst und etwas offen ist.`,
    stop: 'Diese E-Mails ausschalten',
  },
  es: {
    title: (open, profile) =>
      open === 1 ? `1 conversación abierta en ${profile}` : `${open} conversaciones abiertas en ${profile}`,
    detail: (wait) =>
      wait === null
        ? 'Todas tienen respuesta.'
        : `La espera más larga es de ${wait}. Estas llevan más tiempo sin respuesta:`,
    kinds: { comment: 'comentario', mention: 'mención', quote: 'cita' },
    line: (network, kind, age) => `${network}: ${kind}, ${age}`,
    action: 'Abrir la bandeja',
    because: (profile) => `Recibes este correo porque puedes responder en nombre de ${profile} y hay algo abierto.`,
    stop: 'Desactivar estos correos',
  },
  fr: {
    title: (open, profile) =>
      open === 1 ? `1 conversation ouverte pour ${profile}` : `${open} conversations ouvertes pour ${profile}`,
    detail: (wait) =>
      wait === null
        ? 'Toutes ont une réponse.'
        : `L’attente la plus longue est de ${wait}. Voici celles qui attendent une réponse depuis le plus longtemps :`,
    kinds: { comment: 'commentaire', mention: 'mention', quote: 'citation' },
    line: (network, kind, age) => `${network} : ${kind}, ${age}`,
    action: 'Ouvrir la boîte de réception',
    because: (profile) =>
      `Vous recevez cet e-mail parce que vous pouvez répondre pour ${profile} et que quelque chose est ouvert.`,
    stop: 'Désactiver ces e-mails',
  },
}
