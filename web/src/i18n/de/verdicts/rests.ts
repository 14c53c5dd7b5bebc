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
