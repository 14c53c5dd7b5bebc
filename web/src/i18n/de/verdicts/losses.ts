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
