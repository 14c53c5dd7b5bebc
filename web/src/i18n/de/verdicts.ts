// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { refusals } from '../../../../rules/german/refusals.ts'
import type { Messages } from '../en/index.ts'
import { failures } from './failures.ts'
import { faults, nameField, sayFault } from './faults.ts'

export const verdicts: Messages['verdicts'] = {
  issue: ({ code, message, fix }) =>
    issues[code] ?? faults[code] ?? (fix === undefined ? message : `${message} ${fix}`),
  failure: (code, said) => {
    const known = code === null ? undefined : (failures[code] ?? issues[code] ?? rests[code])
    if (known === undefined) return said
    // Where the network gave a reason, its own words say more than ours.
    const quoted = /“(.+)”/.exec(said)?.[1]
    return quoted === undefined ? known : `${known} Das Netzwerk sagt: „${quoted}“`
  },
  loss: (code, said) => (code === null ? undefined : losses[code]) ?? said,
  fault: (fault) => sayFault(fault) ?? issues[fault.code] ?? refusals[fault.code] ?? fault.message,
  refusal: (code, said, errors) => {
    const sentences = new Set(
      errors.map((fault) => {
        const name = nameField(fault)
        return name === undefined ? verdicts.fault(fault) : `${name}: ${verdicts.fault(fault)}`
      }),
    )
    return sentences.size > 0 ? [...sentences].join(' ') : (refusals[code] ?? said)
  },
  rest: (code, said) => (code === null ? undefined : rests[code]) ?? said,
  wait: ({ reason, detail, code }) => {
    const cause = code === undefined ? undefined : (rests[code] ?? failures[code])
    return waits[reason]?.(detail, cause) ?? detail
  },
}

/** Findings of the check of a post, by code. */
const issues: Readonly<Record<string, string>> = {
  text_missing: 'Der Beitrag hat weder Text noch Bild noch Video.',
  text_not_used: 'Diese Art von Beitrag zeigt keinen Text. Er wird weggelassen.',
  signs_not_allowed: 'Titel oder Text enthalten ein Zeichen, das das Netzwerk nicht erlaubt.',
  text_too_long: 'Der Text ist länger, als das Netzwerk erlaubt.',
  format_not_supported: 'Das Netzwerk kennt diese Art von Beitrag nicht.',
  thread_too_long: 'Der Thread hat mehr Teile, als erlaubt sind.',
  cashtags_too_many: 'Der Text hat mehr Cashtags ($ABC), als das Netzwerk den meisten Apps erlaubt.',
  hashtags_too_many: 'Der Text hat mehr Hashtags, als das Netzwerk erlaubt.',
  mentions_too_many: 'Der Text erwähnt mehr Konten, als das Netzwerk in einem Beitrag erlaubt.',
  links_too_many: 'Der Text hat mehr Links, als das Netzwerk in einem Beitrag erlaubt.',
  media_required: 'Das Netzwerk verlangt ein Bild oder ein Video.',
  media_too_many: 'Der Beitrag hat mehr Bilder oder Videos, als das Netzwerk erlaubt.',
  media_mixed: 'Das Netzwerk erlaubt Bilder und Videos nicht im selben Beitrag.',
  media_type_not_supported: 'Das Netzwerk nimmt Dateien dieser Art nicht.',
  image_cannot_be_fitted: 'Das Bild verletzt eine Regel des Netzwerks und lässt sich nicht anpassen.',
  image_will_be_fitted: 'Das Netzwerk bekommt eine kleinere oder umgewandelte Kopie des Bildes. Das Original bleibt.',
  image_animated: 'Das Netzwerk nimmt keine bewegten Bilder.',
  video_too_large: 'Die Videodatei ist größer, als das Netzwerk erlaubt.',
  video_too_long: 'Das Video ist länger, als das Netzwerk erlaubt.',
  video_too_short: 'Das Video ist kürzer, als das Netzwerk erlaubt.',
  video_too_many_pixels: 'Das Video hat mehr Pixel, als das Netzwerk erlaubt.',
  video_too_many_frames: 'Die Animation hat mehr Bilder, als das Netzwerk erlaubt.',
  video_frame_rate: 'Das Netzwerk erlaubt die Bildrate dieses Videos nicht.',
  video_dimensions: 'Das Video ist schmaler, niedriger oder breiter, als das Netzwerk erlaubt.',
  video_shape: 'Das Netzwerk erlaubt das Seitenverhältnis dieses Videos nicht.',
  video_may_stay_draft: 'Das Netzwerk behält das Video vielleicht als Entwurf, der dort veröffentlicht werden muss.',
  audio_too_large: 'Die Tonaufnahme ist größer, als das Netzwerk erlaubt.',
  document_too_large: 'Das Dokument ist größer, als das Netzwerk erlaubt.',
  document_too_many_pages: 'Das Dokument hat mehr Seiten, als das Netzwerk erlaubt.',
  alt_text_missing: 'Einem Bild oder Video fehlt die Beschreibung.',
  alt_text_not_used: 'Das Netzwerk kennt keine Beschreibungen. Sie wird weggelassen.',
  alt_text_too_long: 'Die Beschreibung ist länger, als das Netzwerk erlaubt.',
  first_comment_not_supported: 'Das Netzwerk kennt keinen ersten Kommentar.',
  language_unknown: 'Die Sprache ist kein Kürzel wie de oder pt-BR.',
  title_missing: 'Das Netzwerk verlangt für diese Art von Beitrag einen Titel.',
  title_too_long: 'Der Titel ist länger, als das Netzwerk erlaubt.',
  link_too_long: 'Der Link ist länger, als das Netzwerk erlaubt.',
  link_missing: 'Diese Art von Beitrag braucht einen Link.',
  title_not_used: 'Das Netzwerk kennt keine Titel. Er wird weggelassen.',
  quota_expected: 'Um diese Zeit ist das Kontingent des Netzwerks aufgebraucht. Der Beitrag erschiene später.',
  same_post: 'Für dieses Konto ist derselbe Beitrag schon geplant oder veröffentlicht.',
  similar_post: 'Für dieses Konto ist ein Beitrag mit fast demselben Text schon geplant oder veröffentlicht.',
  setting_missing: 'Das Netzwerk verlangt eine Angabe, die nur du machen kannst.',
  scope_missing: 'Dem Konto fehlt eine Berechtigung, die dieser Beitrag braucht. Verbinde es neu.',
  settings_invalid: 'Eine Option für dieses Netzwerk ist ungültig.',
}

/** Reasons why an account must be connected again, by code. */
export const losses: Readonly<Record<string, string>> = {
  account_blocked:
    'Das Netzwerk hat dieses Konto gesperrt oder eingeschränkt. Kläre das dort, und verbinde es dann neu.',
  account_gone: 'Das Netzwerk findet dieses Konto nicht mehr. Sieh dort nach, und verbinde es dann neu.',
  consent_revoked: 'Der Zugriff wurde beim Netzwerk widerrufen. Verbinde das Konto neu, um weiter zu veröffentlichen.',
  data_deleted: 'Das Netzwerk hat verlangt, die Daten dieses Kontos zu löschen.',
  grant_expired: 'Der Zugriff ist abgelaufen und lässt sich nicht verlängern. Verbinde das Konto neu.',
  key_lost: 'Der Schlüssel zu diesem Zugriff ist verloren gegangen. Verbinde das Konto neu.',
  mode_changed: 'Die Verwaltung hat das Netzwerk auf einen anderen Betrieb umgestellt. Verbinde das Konto neu.',
  network_off: 'Dieses Netzwerk gibt es auf dieser Installation nicht mehr.',
  page_left_out:
    'Bei der letzten Anmeldung wurde diese Seite nicht ausgewählt. Melde dich noch einmal an, und wähle sie mit aus.',
  permission_missing:
    'Dem Zugriff fehlt eine Berechtigung. Verbinde das Konto neu, und erteile dabei alle Berechtigungen.',
  sandbox_off: 'Das ist ein Konto der Sandbox, und die Sandbox ist hier ausgeschaltet. Verbinde ein echtes Konto.',
  sign_in_refused: 'Das Netzwerk nimmt die Anmeldung dieses Kontos nicht mehr an. Verbinde es neu.',
}

/** Reasons why a network or an account is left alone, or why a call is made again, by code. */
export const rests: Readonly<Record<string, string>> = {
  access_unavailable: 'Der Zugang zu diesem Konto ließ sich nicht erneuern, oder das Netzwerk kennt ihn noch nicht.',
  account_limit: 'Das Konto hat eine Grenze des Netzwerks erreicht.',
  address_moved:
    'Das Netzwerk leitet Anfragen um, seine Adresse hat sich also geändert. Wer Posthorn betreibt, muss sie in den Einstellungen ändern.',
  api_off: 'Die Schnittstelle ist für die App beim Netzwerk nicht eingeschaltet. Das geht nur in dessen Konsole.',
  app_accounts_full: 'Über die App dieser Installation dürfen heute keine weiteren Konten veröffentlichen.',
  app_credits_used: 'Das Guthaben der App beim Netzwerk ist aufgebraucht, oder ihr Ausgabenlimit ist erreicht.',
  app_limit: 'Die App dieser Installation hat eine Grenze des Netzwerks erreicht.',
  app_not_allowed: 'Das Netzwerk erlaubt der App das nicht. Prüf dort ihre Produkte, Rechte und ihren Tarif.',
  app_on_trial: 'Die App hat beim Netzwerk erst einen Testzugang. Beantrage dort den vollen Zugang.',
  app_plan_used: 'Der Tarif der App beim Netzwerk enthält diesen Monat keine weiteren Beiträge.',
  app_refused: 'Das Netzwerk nimmt die App dieser Installation nicht an.',
  app_unknown: 'Das Netzwerk kennt die App nicht, oder ihr Geheimnis stimmt nicht. Prüf die Einstellungen der App.',
  callback_unknown:
    'Das Netzwerk kennt die Rücksprungadresse dieser Installation nicht. Trag sie dort bei der App ein.',
  drafts_full: 'Im Posteingang des Kontos liegen so viele Entwürfe, wie das Netzwerk erlaubt.',
  file_unready: 'Das Netzwerk verarbeitet noch eine Datei.',
  internal_fault: 'Posthorn hat dabei einen Fehler gemacht und versucht es gleich noch einmal.',
  interrupted: 'Der Server ist dabei mehrmals stehen geblieben. Posthorn versucht es später noch einmal.',
  network_lost_it: 'Das Netzwerk hat verloren, was es schon hatte. Posthorn sendet es noch einmal.',
  network_trouble: 'Das Netzwerk hat gerade ein Problem.',
  network_unreachable: 'Das Netzwerk war nicht zu erreichen. Es wurde nichts gesendet.',
  node_limit: 'Die Adresse dieses Servers hat eine Grenze des Netzwerks erreicht.',
  not_shown_yet: 'Das Netzwerk zeigt den neuen Beitrag noch nicht überall.',
  pictures_busy: 'Gerade werden viele Bilder umgewandelt. In ein paar Sekunden geht es weiter.',
  version_ended: 'Das Netzwerk unterstützt diese Version seiner Schnittstelle nicht mehr. Posthorn braucht ein Update.',
}

/** Reasons to wait, by code. `said`: the service's own words, in English. `cause`: the German sentence of its code. */
export const waits: Readonly<Record<string, (said: string, cause?: string) => string>> = {
  paused: () => 'Dieses Netzwerk ist hier gerade angehalten.',
  account_rests: (_, cause = 'Das Konto hat eine Grenze des Netzwerks erreicht.') =>
    `Dieses Konto macht eine Pause. ${cause}`,
  network_rests: (_, cause = 'Es hat gerade ein Problem.') =>
    `Posthorn lässt dieses Netzwerk eine Weile in Ruhe. ${cause}`,
  earlier_posts: () => 'Frühere Beiträge dieses Kontos sind zuerst dran.',
  catching_up: () =>
    'Der Beitrag war während eines Ausfalls fällig. Verpasste Beiträge eines Kontos erscheinen im Abstand von einer Minute.',
  retry: (said, cause) =>
    cause === undefined
      ? `Der letzte Versuch ist gescheitert, der nächste folgt. Die Ursache: ${said}`
      : `${cause} Der nächste Versuch folgt.`,
  account: () => 'Das Netzwerk nimmt unseren Zugang nicht an. Verbinde das Konto neu.',
  approval: () => 'Der Beitrag wartet, bis genug Menschen ihn freigegeben haben.',
  quota: () => 'Das Kontingent des Netzwerks ist dann aufgebraucht.',
  network_works: () => 'Das Netzwerk hat den Beitrag und verarbeitet ihn noch.',
  answer_missing: () =>
    'Die Antwort des Netzwerks ging verloren. Posthorn sucht den Beitrag dort, bevor es ihn noch einmal sendet.',
}
