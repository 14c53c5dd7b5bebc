import { inTx } from '#infra/db/client.ts'
import { fromWire, toWire, type UserId } from '#kernel/ids.ts'
import type { InEvery, Language } from '#kernel/language.ts'
import { readPreferences } from '../actions.ts'
import type { NoticeDeps } from '../deps.ts'
import { isNoticeKind, type NoticeKind } from '../kinds.ts'
import { savePref } from '../store/read.ts'

interface Off {
  readonly uid: UserId
  /** `all` for the emails of a digest. */
  readonly kind: NoticeKind | 'all'
}

/** The secrets and settings behind the link. */
export interface OffDeps {
  readonly seal: Pick<NoticeDeps['seal'], 'hmac'>
  readonly config: Pick<NoticeDeps['config'], 'publicUrl'>
}

const purpose = 'notices.off'

const nameOf = ({ uid, kind }: Off): string => `${toWire('usr', uid)}.${kind}`

/** Returns the URL that ends emails of a kind without signing in. It can do nothing else, and it never expires. */
export function buildOffUrl({ seal, config }: OffDeps, off: Off): string {
  const named = nameOf(off)
  return `${config.publicUrl}/v1/notices/off/${named}.${seal.hmac(purpose, named).toString('base64url')}`
}

/** Reads a token. Returns null if we did not issue it. */
export function readOffToken({ seal }: Pick<NoticeDeps, 'seal'>, token: string): Off | null {
  const [user = '', kind = '', mac = ''] = token.split('.')
  const uid = fromWire('usr', user)
  if (!uid || !(kind === 'all' || isNoticeKind(kind))) return null
  return seal.hmacMatches(purpose, nameOf({ uid, kind }), Buffer.from(mac, 'base64url')) ? { uid, kind } : null
}

/** Turns off the emails that a token names. The page keeps its notices. Returns false for a token that is not ours. */
export async function turnOff(deps: NoticeDeps, token: string): Promise<boolean> {
  const off = readOffToken(deps, token)
  if (!off) return false
  await inTx(deps.db, async (tx) => {
    const { preferences } = await readPreferences({ db: tx }, off)
    for (const one of preferences)
      if (off.kind === 'all' || off.kind === one.kind) await savePref(tx, off.uid, { ...one, email: false })
  })
  return true
}

export type OffStep = 'ask' | 'off' | 'invalid'

interface Words {
  readonly title: string
  readonly body: string
  readonly button?: string
}

const words: InEvery<Readonly<Record<OffStep, Words>>> = {
  en: {
    ask: {
      title: 'Turn off these emails?',
      body: 'You’ll still see these notices in Posthorn.',
      button: 'Turn off emails',
    },
    off: { title: 'Emails turned off', body: 'You can turn them on again in Settings › Your account.' },
    invalid: { title: 'This link isn’t valid', body: 'Copy the whole link from the email.' },
  },
  de: {
    ask: {
      title: 'Diese E-Mails ausschalten?',
      body: 'In Posthorn siehst du die Benachrichtigungen weiterhin.',
      button: 'E-Mails ausschalten',
    },
    off: { title: 'E-Mails ausgeschaltet', body: 'Unter Einstellungen › Dein Konto kannst du sie wieder einschalten.' },
    invalid: { title: 'Dieser Link ist ungültig', body: 'Kopiere den ganzen Link aus der E-Mail.' },
  },
  es: {
    ask: {
      title: '¿Desactivar estos correos?',
      body: 'Seguirás viendo estas notificaciones en Posthorn.',
      button: 'Desactivar correos',
    },
    off: { title: 'Correos desactivados', body: 'Puedes volver a activarlos en Configuración › Tu cuenta.' },
    invalid: { title: 'Este enlace no es válido', body: 'Copia el enlace completo del correo.' },
  },
  fr: {
    ask: {
      title: 'Désactiver ces e-mails ?',
      body: 'Vous verrez toujours ces notifications dans Posthorn.',
      button: 'Désactiver les e-mails',
    },
    off: { title: 'E-mails désactivés', body: 'Vous pouvez les réactiver dans Paramètres › Profil.' },
    invalid: { title: 'Ce lien n’est pas valide', body: 'Copiez le lien entier de l’e-mail.' },
  },
}

const style =
  ':root{color-scheme:light dark}body{font:16px/24px system-ui,sans-serif;max-width:30rem;margin:15vh auto;padding:0 20px}' +
  'h1{font-size:20px;line-height:28px}button{font:inherit;font-weight:600;min-height:44px;padding:0 20px}'

/** Builds the page behind the link. */
export function offPage(step: OffStep, language: Language): string {
  const { title, body, button } = words[language][step]
  const form = button === undefined ? '' : `<form method="post"><button>${button}</button></form>`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><style>${style}</style><h1>${title}</h1><p>${body}</p>${form}</html>
`
}
