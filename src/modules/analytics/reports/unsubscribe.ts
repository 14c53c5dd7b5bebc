import { fromWire, type ProfileId, toWire, type UserId } from '#kernel/ids.ts'
import type { InEvery, Language } from '#kernel/language.ts'
import type { AnalyticsDeps } from '../deps.ts'

interface UnsubscribeParams {
  readonly uid: UserId
  readonly profileId: ProfileId
}

const purpose = 'weekly-report.unsubscribe'

/** Returns the URL that ends a report without signing in. It can do nothing else, and it never expires. */
export function buildUnsubscribeUrl(
  { seal, config }: Pick<AnalyticsDeps, 'seal' | 'config'>,
  params: UnsubscribeParams,
): string {
  const named = nameOf(params)
  return `${config.publicUrl}/v1/analytics/reports/end/${named}.${seal.hmac(purpose, named).toString('base64url')}`
}

const nameOf = ({ uid, profileId }: UnsubscribeParams): string => `${toWire('usr', uid)}.${toWire('prof', profileId)}`

/** Reads a token. Returns null if we did not issue it. */
export function readUnsubscribeToken({ seal }: Pick<AnalyticsDeps, 'seal'>, token: string): UnsubscribeParams | null {
  const [user = '', profile = '', mac = ''] = token.split('.')
  const [uid, profileId] = [fromWire('usr', user), fromWire('prof', profile)]
  if (!uid || !profileId) return null
  return seal.hmacMatches(purpose, nameOf({ uid, profileId }), Buffer.from(mac, 'base64url'))
    ? { uid, profileId }
    : null
}

export type EndStep = 'ask' | 'ended' | 'invalid'

interface Words {
  readonly title: string
  /** HTML. */
  readonly body: string
}

const words: InEvery<Readonly<Record<EndStep, Words>>> = {
  en: {
    ask: {
      title: 'Unsubscribe from the weekly report?',
      body: '<form method="post"><button>Unsubscribe</button></form>',
    },
    ended: { title: 'You’re unsubscribed', body: '<p>You won’t receive any more reports.</p>' },
    invalid: { title: 'This link isn’t valid', body: '<p>Copy the full link from the email.</p>' },
  },
  de: {
    ask: { title: 'Den Wochenbericht abbestellen?', body: '<form method="post"><button>Abbestellen</button></form>' },
    ended: { title: 'Wochenbericht abbestellt', body: '<p>Du erhältst keine weiteren Berichte.</p>' },
    invalid: { title: 'Dieser Link ist ungültig', body: '<p>Kopiere den ganzen Link aus der E-Mail.</p>' },
  },
  es: {
    ask: {
      title: '¿Cancelar la suscripción al informe semanal?',
      body: '<form method="post"><button>Cancelar suscripción</button></form>',
    },
    ended: { title: 'Suscripción cancelada', body: '<p>No recibirás más informes.</p>' },
    invalid: { title: 'Este enlace no es válido', body: '<p>Copia el enlace completo del correo.</p>' },
  },
  fr: {
    ask: {
      title: 'Se désabonner du rapport hebdomadaire ?',
      body: '<form method="post"><button>Se désabonner</button></form>',
    },
    ended: { title: 'Vous êtes désabonné', body: '<p>Vous ne recevrez plus de rapport.</p>' },
    invalid: { title: 'Ce lien n’est pas valide', body: '<p>Copiez le lien entier de l’e-mail.</p>' },
  },
}

/** Builds the page behind a report's unsubscribe link. */
export function endPage(step: EndStep, language: Language): string {
  const { title, body } = words[language][step]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${title}</h1>${body}</html>
`
}
