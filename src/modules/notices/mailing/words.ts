import type { InEvery } from '#kernel/language.ts'
import type { NoticeKind } from '../kinds.ts'
import type { DueNotice } from '../store/due.ts'

interface Said {
  /** The event: the subject and heading of the email. */
  readonly title: string
  readonly detail: string
  /** The label of the button. */
  readonly action: string
}

/** The kinds that `mailNotices` emails. Approvals send their emails themselves. */
export type MailedKind = Exclude<NoticeKind, 'approval_requested' | 'post_approved' | 'post_rejected' | 'inbox_morning'>

interface Words {
  /** `day` is when the access of the account ends, such as “Friday, December 4”. */
  readonly notices: Readonly<Record<MailedKind, (about: DueNotice, day: string) => Said>>
  readonly because: (profile: string) => string
  /** The same below a comment of the team. */
  readonly becauseTeam: (profile: string) => string
  readonly stop: string
  readonly manyTitle: (count: number) => string
  readonly many: string
  readonly more: (count: number) => string
}

const networkNames: Readonly<Record<string, string>> = {
  bluesky: 'Bluesky',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  x: 'X',
  pinterest: 'Pinterest',
  tiktok: 'TikTok',
  threads: 'Threads',
  mastodon: 'Mastodon',
  youtube: 'YouTube',
  instagram: 'Instagram',
}

const nameNetwork = (network: string | null): string => networkNames[network ?? ''] ?? network ?? ''

const mostReasons = 5

const reasonsOf = ({ reasons }: DueNotice): string =>
  reasons
    .slice(0, mostReasons)
    .map(({ network, handle, error }) => `${nameNetwork(network)} (${handle}): ${error}`)
    .join('\n')

const accountOf = ({ network, handle }: DueNotice): string => `${nameNetwork(network)} ${handle ?? ''}`.trim()

export const words: InEvery<Words> = {
  en: {
    notices: {
      post_failed: (about) => ({
        title: `A ${about.profile} post failed`,
        detail: `It wasn’t published on any account.\n\n${reasonsOf(about)}`,
        action: 'View post',
      }),
      post_partial: (about) => ({
        title: `A ${about.profile} post is live on ${about.published} of ${about.targets} accounts`,
        detail: `The rest failed. Nothing was posted twice.\n\n${reasonsOf(about)}`,
        action: 'View post',
      }),
      post_unknown: ({ profile }) => ({
        title: `Check whether a ${profile} post was published`,
        detail: 'The network didn’t confirm it, so Posthorn stopped. Check there, then record what you found.',
        action: 'View post',
      }),
      post_held: (about) => ({
        title: `A ${about.profile} post is on hold`,
        detail: `It hasn’t been published at its time.\n\n${reasonsOf(about)}`,
        action: 'View post',
      }),
      account_reconnect: (about) => ({
        title: `Reconnect ${accountOf(about)}`,
        detail: `${nameNetwork(about.network)} no longer accepts this account’s access for ${about.profile}. ${
          about.waiting === 1 ? '1 post is waiting.' : `${about.waiting} posts are waiting.`
        }`,
        action: 'Reconnect account',
      }),
      account_expiring: (about, day) => ({
        title: `Reconnect ${accountOf(about)} before ${day}`,
        detail: `Its access for ${about.profile} ends then. Posts after that wait until you reconnect it.`,
        action: 'Reconnect account',
      }),
      approval_reminder: ({ profile, note }) => ({
        title: note === '1' ? `A ${profile} post still needs your approval` : `${note} posts still need your approval`,
        detail:
          note === '1'
            ? 'It won’t be published until it’s approved.'
            : 'This one is published first. None is published until it’s approved.',
        action: 'Review post',
      }),
      client_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'A client'} commented on a ${profile} post`,
        detail: note ?? 'It’s fine to publish.',
        action: 'View comment',
      }),
      team_mentioned: ({ byName, profile, note }) => ({
        title: `${byName ?? 'A member'} mentioned you on a ${profile} post`,
        detail: note ?? '',
        action: 'View comment',
      }),
      team_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'A member'} commented on a ${profile} post`,
        detail: note ?? '',
        action: 'View comment',
      }),
      post_published: ({ profile }) => ({
        title: `A ${profile} post was published`,
        detail: 'It’s live on every account.',
        action: 'View post',
      }),
    },
    because: (profile) => `You get this email because you wrote this post or manage ${profile}.`,
    becauseTeam: (profile) =>
      `You get this email because you’re part of this conversation in ${profile}. Only members of ${profile} can read it.`,
    stop: 'Turn off these emails',
    manyTitle: (count) => `${count} posts and accounts need attention`,
    many: 'This is one email instead of many:',
    more: (count) => `and ${count} more`,
  },
  de: {
    notices: {
      post_failed: (about) => ({
        title: `Ein Beitrag für ${about.profile} ist fehlgeschlagen`,
        detail: `Er ist auf keinem Konto erschienen.\n\n${reasonsOf(about)}`,
        action: 'Beitrag ansehen',
      }),
      post_partial: (about) => ({
        title: `Ein Beitrag für ${about.profile} ist auf ${about.published} von ${about.targets} Konten erschienen`,
        detail: `Der Rest ist fehlgeschlagen. Nichts wurde doppelt veröffentlicht.\n\n${reasonsOf(about)}`,
        action: 'Beitrag ansehen',
      }),
      post_unknown: ({ profile }) => ({
        title: `Prüfe, ob ein Beitrag für ${profile} erschienen ist`,
        detail: 'Das Netzwerk hat es nicht bestätigt. Sieh dort nach und trage ein, was du gefunden hast.',
        action: 'Beitrag ansehen',
      }),
      post_held: (about) => ({
        title: `Ein Beitrag für ${about.profile} ist angehalten`,
        detail: `Er ist nicht zur geplanten Zeit erschienen.\n\n${reasonsOf(about)}`,
        action: 'Beitrag ansehen',
      }),
      account_reconnect: (about) => ({
        title: `Verbinde ${accountOf(about)} neu`,
        detail: `${nameNetwork(about.network)} erlaubt den Zugriff auf dieses Konto von ${about.profile} nicht mehr. ${
          about.waiting === 1 ? '1 Beitrag wartet.' : `${about.waiting} Beiträge warten.`
        }`,
        action: 'Konto neu verbinden',
      }),
      account_expiring: (about, day) => ({
        title: `Verbinde ${accountOf(about)} bis ${day} neu`,
        detail: `Dann endet der Zugriff für ${about.profile}. Spätere Beiträge warten, bis du das Konto neu verbindest.`,
        action: 'Konto neu verbinden',
      }),
      approval_reminder: ({ profile, note }) => ({
        title:
          note === '1'
            ? `Ein Beitrag von ${profile} wartet noch auf deine Freigabe`
            : `${note} Beiträge warten noch auf deine Freigabe`,
        detail:
          note === '1'
            ? 'Ohne Freigabe erscheint er nicht.'
            : 'Dieser erscheint als Nächstes. Ohne Freigabe erscheint keiner davon.',
        action: 'Beitrag prüfen',
      }),
      client_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Ein Kunde'} hat einen Beitrag für ${profile} kommentiert`,
        detail: note ?? 'Der Beitrag kann so erscheinen.',
        action: 'Kommentar ansehen',
      }),
      team_mentioned: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Ein Mitglied'} hat dich bei einem Beitrag für ${profile} erwähnt`,
        detail: note ?? '',
        action: 'Kommentar ansehen',
      }),
      team_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Ein Mitglied'} hat einen Beitrag für ${profile} kommentiert`,
        detail: note ?? '',
        action: 'Kommentar ansehen',
      }),
      post_published: ({ profile }) => ({
        title: `Ein Beitrag für ${profile} ist erschienen`,
        detail: 'Er ist auf allen Konten online.',
        action: 'Beitrag ansehen',
      }),
    },
    because: (profile) =>
      `Du erhältst diese E-Mail, weil du diesen Beitrag geschrieben hast oder ${profile} verwaltest.`,
    becauseTeam: (profile) =>
      `Du erhältst diese E-Mail, weil du an dieser Unterhaltung in ${profile} beteiligt bist. Nur Mitglieder von ${profile} können sie lesen.`,
    stop: 'Diese E-Mails ausschalten',
    manyTitle: (count) => `${count} Beiträge und Konten brauchen Aufmerksamkeit`,
    many: 'Hier ist alles in einer E-Mail:',
    more: (count) => `und ${count} weitere`,
  },
  es: {
    notices: {
      post_failed: (about) => ({
        title: `Falló una publicación de ${about.profile}`,
        detail: `No se publicó en ninguna cuenta.\n\n${reasonsOf(about)}`,
        action: 'Ver publicación',
      }),
      post_partial: (about) => ({
        title: `Una publicación de ${about.profile} salió en ${about.published} de ${about.targets} cuentas`,
        detail: `En las demás falló. Nada se publicó dos veces.\n\n${reasonsOf(about)}`,
        action: 'Ver publicación',
      }),
      post_unknown: ({ profile }) => ({
        title: `Comprueba si salió una publicación de ${profile}`,
        detail: 'La red no lo confirmó, así que Posthorn se detuvo. Compruébalo allí e indica lo que encontraste.',
        action: 'Ver publicación',
      }),
      post_held: (about) => ({
        title: `Una publicación de ${about.profile} está en espera`,
        detail: `No se publicó a su hora.\n\n${reasonsOf(about)}`,
        action: 'Ver publicación',
      }),
      account_reconnect: (about) => ({
        title: `Vuelve a conectar ${accountOf(about)}`,
        detail: `${nameNetwork(about.network)} ya no acepta el acceso de esta cuenta de ${about.profile}. ${
          about.waiting === 1 ? '1 publicación espera.' : `${about.waiting} publicaciones esperan.`
        }`,
        action: 'Volver a conectar',
      }),
      account_expiring: (about, day) => ({
        title: `Vuelve a conectar ${accountOf(about)} antes del ${day}`,
        detail: `Ese día termina su acceso para ${about.profile}. Lo posterior espera hasta que la conectes de nuevo.`,
        action: 'Volver a conectar',
      }),
      approval_reminder: ({ profile, note }) => ({
        title:
          note === '1'
            ? `Una publicación de ${profile} sigue esperando tu aprobación`
            : `${note} publicaciones siguen esperando tu aprobación`,
        detail:
          note === '1'
            ? 'No se publicará hasta que esté aprobada.'
            : 'Esta es la primera en publicarse. Ninguna se publicará sin aprobación.',
        action: 'Revisar publicación',
      }),
      client_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Un cliente'} comentó una publicación de ${profile}`,
        detail: note ?? 'Le parece bien publicarla.',
        action: 'Ver comentario',
      }),
      team_mentioned: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Un miembro'} te mencionó en una publicación de ${profile}`,
        detail: note ?? '',
        action: 'Ver comentario',
      }),
      team_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Un miembro'} comentó una publicación de ${profile}`,
        detail: note ?? '',
        action: 'Ver comentario',
      }),
      post_published: ({ profile }) => ({
        title: `Una publicación de ${profile} ya está publicada`,
        detail: 'Se ve en todas las cuentas.',
        action: 'Ver publicación',
      }),
    },
    because: (profile) => `Recibes este correo porque escribiste esta publicación o administras ${profile}.`,
    becauseTeam: (profile) =>
      `Recibes este correo porque participas en esta conversación de ${profile}. Solo pueden leerla los miembros de ${profile}.`,
    stop: 'Desactivar estos correos',
    manyTitle: (count) => `${count} publicaciones y cuentas requieren atención`,
    many: 'Este es un solo correo en lugar de muchos:',
    more: (count) => `y ${count} más`,
  },
  fr: {
    notices: {
      post_failed: (about) => ({
        title: `Échec d’une publication pour ${about.profile}`,
        detail: `Elle n’est parue sur aucun compte.\n\n${reasonsOf(about)}`,
        action: 'Voir la publication',
      }),
      post_partial: (about) => ({
        title: `Une publication pour ${about.profile} est en ligne sur ${about.published} comptes sur ${about.targets}`,
        detail: `Le reste a échoué. Rien n’a été publié deux fois.\n\n${reasonsOf(about)}`,
        action: 'Voir la publication',
      }),
      post_unknown: ({ profile }) => ({
        title: `Vérifiez si une publication pour ${profile} est parue`,
        detail:
          'Le réseau ne l’a pas confirmé : Posthorn s’est arrêté. Vérifiez sur place, puis indiquez ce qu’il en est.',
        action: 'Voir la publication',
      }),
      post_held: (about) => ({
        title: `Une publication pour ${about.profile} est suspendue`,
        detail: `Elle n’est pas partie à l’heure prévue.\n\n${reasonsOf(about)}`,
        action: 'Voir la publication',
      }),
      account_reconnect: (about) => ({
        title: `Reconnectez ${accountOf(about)}`,
        detail: `${nameNetwork(about.network)} n’accepte plus l’accès à ce compte pour ${about.profile}. ${
          about.waiting < 2 ? `${about.waiting} publication attend.` : `${about.waiting} publications attendent.`
        }`,
        action: 'Reconnecter le compte',
      }),
      account_expiring: (about, day) => ({
        title: `Reconnectez ${accountOf(about)} avant le ${day}`,
        detail: `Son accès pour ${about.profile} prend fin à cette date. Les publications suivantes attendront sa reconnexion.`,
        action: 'Reconnecter le compte',
      }),
      approval_reminder: ({ profile, note }) => ({
        title:
          note === '1'
            ? `Une publication de ${profile} attend toujours votre approbation`
            : `${note} publications attendent toujours votre approbation`,
        detail:
          note === '1'
            ? 'Elle ne sera pas publiée sans approbation.'
            : 'Celle-ci part en premier. Aucune ne sera publiée sans approbation.',
        action: 'Examiner la publication',
      }),
      client_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Un client'} a commenté une publication pour ${profile}`,
        detail: note ?? 'La publication lui convient.',
        action: 'Voir le commentaire',
      }),
      team_mentioned: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Un membre'} vous a mentionné sur une publication pour ${profile}`,
        detail: note ?? '',
        action: 'Voir le commentaire',
      }),
      team_commented: ({ byName, profile, note }) => ({
        title: `${byName ?? 'Un membre'} a commenté une publication pour ${profile}`,
        detail: note ?? '',
        action: 'Voir le commentaire',
      }),
      post_published: ({ profile }) => ({
        title: `Une publication pour ${profile} est en ligne`,
        detail: 'Elle est en ligne sur tous les comptes.',
        action: 'Voir la publication',
      }),
    },
    because: (profile) => `Vous recevez cet e-mail parce que vous avez écrit cette publication ou gérez ${profile}.`,
    becauseTeam: (profile) =>
      `Vous recevez cet e-mail parce que vous participez à cette conversation pour ${profile}. Seuls les membres de ${profile} peuvent la lire.`,
    stop: 'Désactiver ces e-mails',
    manyTitle: (count) => `${count} publications et comptes à traiter`,
    many: 'Voici tout dans un seul e-mail :',
    more: (count) => `et ${count} de plus`,
  },
}
