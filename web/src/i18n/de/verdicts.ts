// A relative path, since tests also load these words in Node, where `#rules` is no alias of this workspace.
import { refusals } from '../../../../rules/languages/de/refusals.ts'
import { type CauseWords, verdictsOf } from '../verdicts-by-code.ts'
import { failures } from './failures.ts'
import { faultWords } from './faults.ts'

/** Findings of the check of a post, by code. */
const issues: Readonly<Record<string, string>> = {
  text_missing: 'Der Beitrag ist leer. Schreibe einen Text oder füge ein Bild oder Video hinzu.',
  text_not_used: 'Diese Art von Beitrag zeigt keinen Text. Er wird nicht gesendet.',
  signs_not_allowed: 'Titel oder Text enthalten ein Zeichen, das im Netzwerk nicht erlaubt ist.',
  text_too_long: 'Der Text ist länger, als das Netzwerk erlaubt.',
  format_not_supported: 'Das Netzwerk unterstützt diese Art von Beitrag nicht.',
  thread_too_long: 'Der Thread hat mehr Teile, als erlaubt sind.',
  cashtags_too_many: 'Der Text enthält mehr Cashtags ($ABC), als das Netzwerk den meisten Apps erlaubt.',
  hashtags_too_many: 'Der Text enthält mehr Hashtags, als das Netzwerk erlaubt.',
  mentions_too_many: 'Der Text erwähnt mehr Konten, als das Netzwerk in einem Beitrag erlaubt.',
  mention_stays_plain: 'Ein erwähnter Name hat in diesem Netzwerk kein Konto. Er bleibt dort einfacher Text.',
  links_too_many: 'Der Text enthält mehr Links, als das Netzwerk in einem Beitrag erlaubt.',
  media_required: 'Das Netzwerk verlangt ein Bild oder ein Video.',
  media_too_many: 'Der Beitrag hat mehr Bilder oder Videos, als das Netzwerk erlaubt.',
  media_mixed: 'Das Netzwerk erlaubt Bilder und Videos nicht im selben Beitrag.',
  media_type_not_supported: 'Das Netzwerk unterstützt diesen Dateityp nicht.',
  image_cannot_be_fitted: 'Das Bild erfüllt die Vorgaben des Netzwerks nicht und lässt sich nicht anpassen.',
  view_not_supported: 'Nur Standbilder lassen sich zuschneiden, drehen oder mit Rand versehen.',
  view_too_small: 'Der Bildausschnitt ist schmaler, als das Netzwerk Bilder zeigt.',
  image_will_be_fitted:
    'Das Netzwerk erhält eine kleinere oder umgewandelte Kopie des Bildes. Das Original bleibt unverändert.',
  image_animated: 'Das Netzwerk unterstützt keine animierten Bilder.',
  video_too_large: 'Die Videodatei ist größer, als das Netzwerk erlaubt.',
  video_too_long: 'Das Video ist länger, als das Netzwerk erlaubt.',
  video_too_short: 'Das Video ist kürzer, als das Netzwerk erlaubt.',
  video_too_many_pixels: 'Das Video hat mehr Pixel, als das Netzwerk erlaubt.',
  video_too_many_frames: 'Die Animation hat mehr Einzelbilder, als das Netzwerk erlaubt.',
  video_frame_rate: 'Die Bildrate dieses Videos ist im Netzwerk nicht erlaubt.',
  video_dimensions: 'Die Maße dieses Videos sind im Netzwerk nicht erlaubt.',
  video_shape: 'Das Seitenverhältnis dieses Videos ist im Netzwerk nicht erlaubt.',
  video_may_stay_draft:
    'Das Netzwerk speichert das Video möglicherweise als Entwurf, den du dort veröffentlichen musst.',
  audio_too_large: 'Die Audiodatei ist größer, als das Netzwerk erlaubt.',
  document_too_large: 'Das Dokument ist größer, als das Netzwerk erlaubt.',
  document_too_many_pages: 'Das Dokument hat mehr Seiten, als das Netzwerk erlaubt.',
  alt_text_missing: 'Bei einem Bild oder Video fehlt der Alternativtext.',
  alt_text_not_used: 'Das Netzwerk unterstützt keine Alternativtexte. Der Text wird nicht gesendet.',
  alt_text_too_long: 'Der Alternativtext ist länger, als das Netzwerk erlaubt.',
  first_comment_not_supported: 'Das Netzwerk unterstützt keinen ersten Kommentar.',
  language_unknown: 'Die Sprache ist kein gültiges Kürzel wie de oder pt-BR.',
  title_missing: 'Das Netzwerk verlangt für diese Art von Beitrag einen Titel.',
  title_too_long: 'Der Titel ist länger, als das Netzwerk erlaubt.',
  link_too_long: 'Der Link ist länger, als das Netzwerk erlaubt.',
  link_missing: 'Diese Art von Beitrag braucht einen Link.',
  title_not_used: 'Das Netzwerk unterstützt keine Titel. Er wird nicht gesendet.',
  quota_expected: 'Zu dieser Zeit ist das Limit des Netzwerks erreicht. Der Beitrag erscheint später.',
  same_post: 'Für dieses Konto ist derselbe Beitrag schon geplant oder veröffentlicht.',
  approval_left_to_owner:
    'Für eine Stufe der Freigabe ist nur noch die Inhaberrolle zuständig. Lege in den Einstellungen weitere Personen fest.',
  approval_impossible:
    'Für eine Stufe der Freigabe ist niemand mehr zuständig. Lege in den Einstellungen jemanden fest.',
  similar_post: 'Für dieses Konto ist ein Beitrag mit fast demselben Text schon geplant oder veröffentlicht.',
  setting_missing: 'Für dieses Netzwerk fehlt noch eine Angabe von dir.',
  scope_missing: 'Dem Konto fehlt eine Berechtigung, die dieser Beitrag braucht. Verbinde es neu.',
  settings_invalid: 'Eine Option für dieses Netzwerk ist ungültig.',
}

/** Reasons why an account must be connected again, by code. */
export const losses: Readonly<Record<string, string>> = {
  account_blocked:
    'Das Netzwerk hat dieses Konto gesperrt oder eingeschränkt. Kläre das dort und verbinde es dann neu.',
  account_gone: 'Das Netzwerk findet dieses Konto nicht mehr. Prüfe das dort und verbinde es dann neu.',
  consent_revoked: 'Der Zugriff wurde beim Netzwerk widerrufen. Verbinde das Konto neu, um weiter zu veröffentlichen.',
  data_deleted: 'Das Netzwerk hat die Löschung der Daten dieses Kontos verlangt.',
  grant_expired: 'Der Zugriff ist abgelaufen und lässt sich nicht verlängern. Verbinde das Konto neu.',
  key_lost: 'Die Zugangsdaten für dieses Konto sind nicht mehr lesbar. Verbinde es neu.',
  mode_changed: 'Ein Serveradministrator hat den Modus dieses Netzwerks geändert. Verbinde das Konto neu.',
  network_off: 'Dieses Netzwerk ist in dieser Installation nicht mehr verfügbar.',
  page_left_out:
    'Bei der letzten Anmeldung wurde diese Seite nicht ausgewählt. Verbinde das Konto neu und wähle sie mit aus.',
  permission_missing: 'Dem Konto fehlt eine Berechtigung. Verbinde es neu und erteile alle Berechtigungen.',
  sandbox_off: 'Dieses Konto gehört zur Sandbox, und die ist hier ausgeschaltet. Verbinde ein echtes Konto.',
  sign_in_refused: 'Das Netzwerk lehnt die Anmeldung dieses Kontos ab. Verbinde es neu.',
}

/** Reasons why a network or an account is left alone, or why a call is made again, by code. */
export const rests: Readonly<Record<string, string>> = {
  access_unavailable:
    'Der Zugriff auf dieses Konto konnte nicht erneuert werden, oder das Netzwerk kennt ihn noch nicht.',
  account_limit: 'Das Konto hat ein Limit des Netzwerks erreicht.',
  address_moved:
    'Das Netzwerk leitet Anfragen an eine neue URL weiter. Ein Serveradministrator muss sie in den Einstellungen ändern.',
  api_off: 'Die API ist für die App beim Netzwerk nicht eingeschaltet. Das geht nur in dessen Konsole.',
  app_accounts_full: 'Über die App dieser Installation dürfen heute keine weiteren Konten veröffentlichen.',
  app_credits_used: 'Das Guthaben der App beim Netzwerk ist aufgebraucht, oder ihr Ausgabenlimit ist erreicht.',
  app_limit: 'Die App dieser Installation hat ein Limit des Netzwerks erreicht.',
  app_not_allowed: 'Das Netzwerk erlaubt der App das nicht. Prüfe dort ihre Produkte, Berechtigungen und ihren Tarif.',
  app_on_trial: 'Die App hat beim Netzwerk erst einen Testzugang. Beantrage dort den vollen Zugang.',
  app_plan_used: 'Der Tarif der App beim Netzwerk enthält diesen Monat keine weiteren Beiträge.',
  app_refused: 'Das Netzwerk lehnt die App dieser Installation ab.',
  app_unknown: 'Das Netzwerk kennt die App nicht, oder ihr Secret ist falsch. Prüfe die Einstellungen der App.',
  callback_unknown: 'Das Netzwerk kennt die Callback-URL dieser Installation nicht. Trage sie dort bei der App ein.',
  drafts_full: 'Der Posteingang des Kontos enthält schon so viele Entwürfe, wie das Netzwerk erlaubt.',
  file_unready: 'Das Netzwerk verarbeitet noch eine Datei.',
  internal_fault: 'In Posthorn ist ein Fehler aufgetreten. Der nächste Versuch folgt gleich.',
  interrupted: 'Der Server wurde dabei mehrmals unterbrochen. Posthorn versucht es später erneut.',
  network_lost_it: 'Das Netzwerk hat den Upload verloren. Posthorn sendet ihn noch einmal.',
  network_trouble: 'Das Netzwerk hat gerade eine Störung.',
  network_unreachable: 'Das Netzwerk war nicht erreichbar. Es wurde nichts gesendet.',
  node_limit: 'Die IP-Adresse dieses Servers hat ein Limit des Netzwerks erreicht.',
  not_shown_yet: 'Das Netzwerk zeigt den neuen Beitrag noch nicht überall.',
  pictures_busy: 'Gerade werden viele Bilder umgewandelt. In ein paar Sekunden geht es weiter.',
  version_ended: 'Das Netzwerk unterstützt diese API-Version nicht mehr. Posthorn braucht ein Update.',
}

/** Reasons to wait, by code. `said`: the service's own words, in English. `cause`: the German sentence of its code. */
export const waits: CauseWords = {
  media: () => 'Dem Beitrag fehlt eine Datei. Entferne sie oder lade sie neu hoch.',
  window: () => 'Der Beitrag würde erst nach seiner spätesten Zeit erscheinen. Wähle eine andere Zeit.',
  paused: () => 'Dieses Netzwerk ist hier pausiert.',
  account_rests: (_, cause = 'Das Konto hat ein Limit des Netzwerks erreicht.') => `Dieses Konto pausiert. ${cause}`,
  network_rests: (_, cause = 'Das Netzwerk hat gerade eine Störung.') => `Dieses Netzwerk pausiert. ${cause}`,
  earlier_posts: () => 'Zuerst erscheinen frühere Beiträge dieses Kontos.',
  catching_up: () =>
    'Der Beitrag war während eines Ausfalls fällig. Verpasste Beiträge eines Kontos erscheinen im Abstand von einer Minute.',
  retry: (said, cause) =>
    cause === undefined
      ? `Der letzte Versuch ist fehlgeschlagen, der nächste folgt. Ursache: ${said}`
      : `${cause} Der nächste Versuch folgt.`,
  account: () => 'Posthorn hat keinen Zugriff mehr auf dieses Konto. Verbinde es neu.',
  approval: () => 'Der Beitrag wartet, bis genug Personen ihn freigegeben haben.',
  quota: () => 'Das Limit des Netzwerks ist dann erreicht.',
  network_works: () => 'Das Netzwerk hat den Beitrag und verarbeitet ihn noch.',
  answer_missing: () =>
    'Die Antwort des Netzwerks ging verloren. Posthorn sucht den Beitrag dort, bevor es erneut sendet.',
}

export const verdicts = verdictsOf({
  issues,
  failures,
  losses,
  rests,
  waits,
  refusals,
  faults: faultWords,
  // Where the network gave a reason, its own words say more than ours.
  withReason: (known, reason) => `${known} Das Netzwerk sagt: „${reason}“`,
  named: (field, fault) => `${field}: ${fault}`,
})
