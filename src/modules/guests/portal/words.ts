import type { InEvery } from '#kernel/language.ts'

/** Texts on the pages of guests. Those of previews and states are the share page’s. */
export interface PortalWords {
  readonly postsOf: (brand: string) => string
  readonly period: (from: string, to: string) => string
  readonly waiting: (count: number) => string
  /** The same on one of several pages. */
  readonly waitingHere: (count: number) => string
  readonly nothingHere: string
  readonly nothingWaits: string
  readonly all: string
  readonly none: string
  readonly first: (count: number) => string
  readonly more: string
  readonly review: string
  readonly next: string
  readonly back: string
  readonly needsYou: string
  readonly approvedByYou: string
  readonly changed: string
  readonly laterShort: string
  readonly decision: string
  readonly question: string
  readonly approve: string
  readonly reject: string
  readonly reason: string
  readonly sendReason: string
  readonly approved: (time: string) => string
  readonly changedSince: string
  readonly later: string
  /** Someone with the guest’s address has approved another step, as a member or as another guest. */
  readonly samePerson: string
  readonly comments: string
  readonly comment: string
  readonly send: string
  readonly codeTitle: string
  readonly codeText: (email: string) => string
  readonly code: string
  readonly confirm: string
  readonly wrong: (left: number) => string
  readonly over: { readonly title: string; readonly text: string }
  readonly gone: { readonly title: string; readonly text: string }
  readonly postGone: { readonly title: string; readonly text: string }
  readonly outdated: { readonly title: string; readonly text: string }
  /** Too many codes were wrong in a day. */
  readonly noTries: { readonly title: string; readonly text: string }
  /** The address has received too many codes in a day. */
  readonly noMails: { readonly title: string; readonly text: string }
  /** The brand is read-only, so that guests only look. */
  readonly readOnly: string
  /** The brand is read-only. */
  readonly paused: { readonly title: string; readonly text: string }
  readonly settled: { readonly title: string; readonly text: string }
  readonly rejected: { readonly title: string; readonly text: string }
  readonly failed: string
  readonly lookAgain: string
}

export const portalWords: InEvery<PortalWords> = {
  en: {
    postsOf: (brand) => `Posts by ${brand}`,
    period: (from, to) => `${from} to ${to}`,
    waiting: (count) => (count === 1 ? '1 post needs your approval' : `${count} posts need your approval`),
    nothingWaits: 'Nothing needs your approval.',
    waitingHere: (count) =>
      count === 1 ? '1 post on this page needs your approval' : `${count} posts on this page need your approval`,
    nothingHere: 'Nothing on this page needs your approval.',
    all: 'All posts',
    none: 'No posts yet. They appear here as soon as they’re scheduled.',
    more: 'More posts',
    first: (count) => `This list shows at most ${count} posts. Older ones are left out.`,
    review: 'Review posts',
    next: 'Next post',
    back: 'All posts',
    needsYou: 'Needs your approval',
    approvedByYou: 'Approved by you',
    changed: 'Changed since you approved',
    laterShort: 'In review by the team',
    decision: 'Your decision',
    question: 'You approve exactly what you see here. If the post changes, you’re asked again.',
    approve: 'Approve',
    reject: 'Ask for changes',
    reason: 'What should change?',
    sendReason: 'Send request',
    approved: (time) => `You approved this post on ${time}.`,
    changedSince: 'This post has changed since your decision. Please review it again.',
    later: 'The team reviews this post first. You’re asked after that.',
    samePerson:
      'Your email address has already approved another step of this post. Someone else has to approve this one.',
    comments: 'Comments',
    comment: 'Your comment',
    send: 'Post comment',
    codeTitle: 'Enter your code',
    codeText: (email) =>
      `We’ve sent a code to ${email}. It shows that it’s you, and this browser won’t need another one for 30 days.`,
    code: '6-digit code',
    confirm: 'Confirm',
    wrong: (left) => `That code is wrong. ${left === 1 ? '1 try' : `${left} tries`} left.`,
    over: {
      title: 'This code no longer works',
      text: 'It expired, or was wrong too often. Go back and send your decision again.',
    },
    gone: {
      title: 'This link no longer works',
      text: 'It expired or was revoked. Ask the sender for a new link.',
    },
    postGone: { title: 'This post isn’t here right now', text: 'The team is working on it, or has removed it.' },
    outdated: {
      title: 'This post has changed',
      text: 'It was edited while you were reading it, so your decision wasn’t saved. Please review it again.',
    },
    noTries: {
      title: 'Too many wrong codes',
      text: 'Codes for this link were wrong 20 times in one day. To protect your decisions, no code works right now. Try again tomorrow. Browsers that you’ve confirmed before still work.',
    },
    noMails: {
      title: 'No more codes today',
      text: 'Your address has received 20 codes in one day, so we won’t send another one. Try again tomorrow. Browsers that you’ve confirmed before still work.',
    },
    readOnly:
      'This brand is read-only at the moment, so you can look but not decide or comment. The team can change that.',
    paused: {
      title: 'This brand can’t take decisions right now',
      text: 'It’s read-only at the moment, so nothing was saved. Please tell the team, and try again later.',
    },
    settled: { title: 'This post is already decided', text: 'Someone else has decided, or it isn’t your turn yet.' },
    rejected: {
      title: 'Your request was sent',
      text: 'The team has your request. The post appears here again once it’s scheduled again.',
    },
    failed: 'Couldn’t save this',
    lookAgain: 'Review post',
  },
  de: {
    postsOf: (brand) => `Beiträge von ${brand}`,
    period: (from, to) => `${from} bis ${to}`,
    waiting: (count) =>
      count === 1 ? '1 Beitrag braucht deine Freigabe' : `${count} Beiträge brauchen deine Freigabe`,
    nothingWaits: 'Nichts braucht deine Freigabe.',
    waitingHere: (count) =>
      count === 1
        ? '1 Beitrag auf dieser Seite braucht deine Freigabe'
        : `${count} Beiträge auf dieser Seite brauchen deine Freigabe`,
    nothingHere: 'Auf dieser Seite braucht nichts deine Freigabe.',
    all: 'Alle Beiträge',
    none: 'Noch keine Beiträge. Sie erscheinen hier, sobald sie geplant sind.',
    more: 'Weitere Beiträge',
    first: (count) => `Diese Liste zeigt höchstens ${count} Beiträge. Ältere fehlen.`,
    review: 'Beiträge prüfen',
    next: 'Nächster Beitrag',
    back: 'Alle Beiträge',
    needsYou: 'Braucht deine Freigabe',
    approvedByYou: 'Von dir freigegeben',
    changed: 'Seit deiner Freigabe geändert',
    laterShort: 'Wird vom Team geprüft',
    decision: 'Deine Entscheidung',
    question: 'Du gibst genau das frei, was du hier siehst. Ändert sich der Beitrag, wirst du noch einmal gefragt.',
    approve: 'Freigeben',
    reject: 'Änderungen wünschen',
    reason: 'Was soll sich ändern?',
    sendReason: 'Wunsch senden',
    approved: (time) => `Du hast diesen Beitrag am ${time} freigegeben.`,
    changedSince: 'Der Beitrag wurde seit deiner Entscheidung geändert. Bitte prüfe ihn noch einmal.',
    later: 'Das Team prüft diesen Beitrag zuerst. Danach bist du dran.',
    samePerson:
      'Mit deiner E-Mail-Adresse wurde schon eine andere Stufe dieses Beitrags freigegeben. Diese muss jemand anderes freigeben.',
    comments: 'Kommentare',
    comment: 'Dein Kommentar',
    send: 'Kommentieren',
    codeTitle: 'Gib deinen Code ein',
    codeText: (email) =>
      `Wir haben einen Code an ${email} geschickt. Er zeigt, dass du es bist. Dieser Browser braucht danach 30 Tage lang keinen weiteren.`,
    code: '6-stelliger Code',
    confirm: 'Bestätigen',
    wrong: (left) => `Der Code ist falsch. Noch ${left === 1 ? '1 Versuch' : `${left} Versuche`}.`,
    over: {
      title: 'Dieser Code gilt nicht mehr',
      text: 'Er ist abgelaufen oder war zu oft falsch. Geh zurück und sende deine Entscheidung noch einmal.',
    },
    gone: {
      title: 'Dieser Link funktioniert nicht mehr',
      text: 'Er ist abgelaufen oder wurde widerrufen. Bitte die Person, die ihn geschickt hat, um einen neuen.',
    },
    postGone: {
      title: 'Dieser Beitrag ist gerade nicht hier',
      text: 'Das Team arbeitet daran oder hat ihn entfernt.',
    },
    outdated: {
      title: 'Der Beitrag wurde geändert',
      text: 'Er wurde bearbeitet, während du ihn gelesen hast. Deine Entscheidung wurde nicht gespeichert. Bitte prüfe ihn noch einmal.',
    },
    noTries: {
      title: 'Zu viele falsche Codes',
      text: 'Für diesen Link wurde an einem Tag 20-mal ein falscher Code eingegeben. Zum Schutz deiner Entscheidungen gilt gerade kein Code. Versuche es morgen noch einmal. Browser, die du schon bestätigt hast, funktionieren weiter.',
    },
    noMails: {
      title: 'Heute keine Codes mehr',
      text: 'An deine Adresse gingen an einem Tag schon 20 Codes, deshalb schicken wir keinen weiteren. Versuche es morgen noch einmal. Browser, die du schon bestätigt hast, funktionieren weiter.',
    },
    readOnly:
      'Diese Marke ist gerade schreibgeschützt: Du kannst alles ansehen, aber nichts freigeben oder kommentieren. Das Team kann das ändern.',
    paused: {
      title: 'Diese Marke nimmt gerade keine Entscheidungen an',
      text: 'Sie ist zurzeit schreibgeschützt, deshalb wurde nichts gespeichert. Bitte sag dem Team Bescheid und versuch es später noch einmal.',
    },
    settled: {
      title: 'Über den Beitrag ist schon entschieden',
      text: 'Jemand anderes hat entschieden, oder du bist noch nicht an der Reihe.',
    },
    rejected: {
      title: 'Dein Wunsch ist angekommen',
      text: 'Das Team hat deinen Wunsch. Der Beitrag erscheint hier wieder, sobald er neu geplant ist.',
    },
    failed: 'Das konnte nicht gespeichert werden',
    lookAgain: 'Beitrag prüfen',
  },
  fr: {
    postsOf: (brand) => `Publications de ${brand}`,
    period: (from, to) => `Du ${from} au ${to}`,
    waiting: (count) =>
      count === 1 ? '1 publication attend votre accord' : `${count} publications attendent votre accord`,
    nothingWaits: 'Aucune publication n’attend votre accord.',
    waitingHere: (count) =>
      count === 1
        ? '1 publication de cette page attend votre accord'
        : `${count} publications de cette page attendent votre accord`,
    nothingHere: 'Aucune publication de cette page n’attend votre accord.',
    all: 'Toutes les publications',
    none: 'Aucune publication pour le moment. Elles apparaissent ici dès qu’elles sont programmées.',
    more: 'Plus de publications',
    first: (count) => `Cette liste affiche au plus ${count} publications. Les plus anciennes n’y figurent pas.`,
    review: 'Relire les publications',
    next: 'Publication suivante',
    back: 'Toutes les publications',
    needsYou: 'Attend votre accord',
    approvedByYou: 'Approuvée par vous',
    changed: 'Modifiée depuis votre accord',
    laterShort: 'En relecture dans l’équipe',
    decision: 'Votre décision',
    question: 'Vous approuvez exactement ce que vous voyez ici. Si la publication change, votre accord sera redemandé.',
    approve: 'Approuver',
    reject: 'Demander des changements',
    reason: 'Que faut-il changer ?',
    sendReason: 'Envoyer la demande',
    approved: (time) => `Vous avez approuvé cette publication le ${time}.`,
    changedSince: 'Cette publication a changé depuis votre décision. Merci de la relire.',
    later: 'L’équipe relit d’abord cette publication. Ce sera ensuite à vous.',
    samePerson:
      'Votre adresse e-mail a déjà servi à approuver une autre étape de cette publication. Quelqu’un d’autre doit approuver celle-ci.',
    comments: 'Commentaires',
    comment: 'Votre commentaire',
    send: 'Commenter',
    codeTitle: 'Saisissez votre code',
    codeText: (email) =>
      `Nous avons envoyé un code à ${email}. Il montre que c’est bien vous. Ce navigateur n’en demandera pas d’autre pendant 30 jours.`,
    code: 'Code à 6 chiffres',
    confirm: 'Confirmer',
    wrong: (left) => `Ce code est incorrect. ${left === 1 ? 'Il reste 1 essai' : `Il reste ${left} essais`}.`,
    over: {
      title: 'Ce code n’est plus valable',
      text: 'Il a expiré ou a été saisi trop souvent avec une erreur. Revenez en arrière et renvoyez votre décision.',
    },
    gone: {
      title: 'Ce lien ne fonctionne plus',
      text: 'Il a expiré ou a été révoqué. Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    },
    postGone: {
      title: 'Cette publication n’est pas visible pour le moment',
      text: 'L’équipe y travaille ou l’a retirée.',
    },
    outdated: {
      title: 'Cette publication a changé',
      text: 'Elle a été modifiée pendant votre lecture. Votre décision n’a pas été enregistrée. Merci de la relire.',
    },
    noTries: {
      title: 'Trop de codes incorrects',
      text: 'Un code incorrect a été saisi 20 fois en un jour pour ce lien. Pour protéger vos décisions, aucun code n’est accepté pour le moment. Réessayez demain. Les navigateurs déjà confirmés fonctionnent toujours.',
    },
    noMails: {
      title: 'Plus de codes aujourd’hui',
      text: 'Votre adresse a déjà reçu 20 codes en un jour, nous n’en envoyons donc pas d’autre. Réessayez demain. Les navigateurs déjà confirmés fonctionnent toujours.',
    },
    readOnly:
      'Cette marque est actuellement en lecture seule : vous pouvez tout voir, mais ni décider ni commenter. L’équipe peut y remédier.',
    paused: {
      title: 'Cette marque n’accepte aucune décision pour le moment',
      text: 'Elle est actuellement en lecture seule, rien n’a donc été enregistré. Prévenez l’équipe et réessayez plus tard.',
    },
    settled: {
      title: 'Cette publication est déjà décidée',
      text: 'Quelqu’un d’autre a décidé, ou ce n’est pas encore votre tour.',
    },
    rejected: {
      title: 'Votre demande est envoyée',
      text: 'L’équipe a reçu votre demande. La publication réapparaît ici dès qu’elle est de nouveau programmée.',
    },
    failed: 'L’enregistrement a échoué',
    lookAgain: 'Relire la publication',
  },
  es: {
    postsOf: (brand) => `Publicaciones de ${brand}`,
    period: (from, to) => `Del ${from} al ${to}`,
    waiting: (count) =>
      count === 1 ? '1 publicación necesita tu aprobación' : `${count} publicaciones necesitan tu aprobación`,
    nothingWaits: 'Nada necesita tu aprobación.',
    waitingHere: (count) =>
      count === 1
        ? '1 publicación de esta página necesita tu aprobación'
        : `${count} publicaciones de esta página necesitan tu aprobación`,
    nothingHere: 'Nada en esta página necesita tu aprobación.',
    all: 'Todas las publicaciones',
    none: 'Todavía no hay publicaciones. Aparecen aquí en cuanto se programan.',
    more: 'Más publicaciones',
    first: (count) => `Esta lista muestra como máximo ${count} publicaciones. Las más antiguas no aparecen.`,
    review: 'Revisar publicaciones',
    next: 'Siguiente publicación',
    back: 'Todas las publicaciones',
    needsYou: 'Necesita tu aprobación',
    approvedByYou: 'Aprobada por ti',
    changed: 'Cambió después de tu aprobación',
    laterShort: 'En revisión por el equipo',
    decision: 'Tu decisión',
    question: 'Apruebas exactamente lo que ves aquí. Si la publicación cambia, te volveremos a preguntar.',
    approve: 'Aprobar',
    reject: 'Pedir cambios',
    reason: '¿Qué debería cambiar?',
    sendReason: 'Enviar petición',
    approved: (time) => `Aprobaste esta publicación el ${time}.`,
    changedSince: 'Esta publicación ha cambiado desde tu decisión. Revísala otra vez.',
    later: 'El equipo revisa primero esta publicación. Después te toca a ti.',
    samePerson:
      'Con tu dirección de correo ya se aprobó otro paso de esta publicación. Este lo tiene que aprobar otra persona.',
    comments: 'Comentarios',
    comment: 'Tu comentario',
    send: 'Comentar',
    codeTitle: 'Introduce tu código',
    codeText: (email) =>
      `Hemos enviado un código a ${email}. Demuestra que eres tú. Este navegador no pedirá otro durante 30 días.`,
    code: 'Código de 6 cifras',
    confirm: 'Confirmar',
    wrong: (left) => `El código es incorrecto. ${left === 1 ? 'Queda 1 intento' : `Quedan ${left} intentos`}.`,
    over: {
      title: 'Este código ya no sirve',
      text: 'Ha caducado o se escribió mal demasiadas veces. Vuelve atrás y envía de nuevo tu decisión.',
    },
    gone: {
      title: 'Este enlace ya no funciona',
      text: 'Ha caducado o se revocó. Pide uno nuevo a quien te lo envió.',
    },
    postGone: {
      title: 'Esta publicación no está disponible ahora',
      text: 'El equipo está trabajando en ella o la ha retirado.',
    },
    outdated: {
      title: 'Esta publicación ha cambiado',
      text: 'Se editó mientras la leías, así que tu decisión no se guardó. Revísala otra vez.',
    },
    noTries: {
      title: 'Demasiados códigos incorrectos',
      text: 'Se introdujo un código incorrecto 20 veces en un día para este enlace. Para proteger tus decisiones, ahora no sirve ningún código. Inténtalo de nuevo mañana. Los navegadores que ya confirmaste siguen funcionando.',
    },
    noMails: {
      title: 'Hoy no hay más códigos',
      text: 'Tu dirección ya recibió 20 códigos en un día, así que no enviamos otro. Inténtalo de nuevo mañana. Los navegadores que ya confirmaste siguen funcionando.',
    },
    readOnly:
      'Esta marca es de solo lectura por ahora: puedes verlo todo, pero no decidir ni comentar. El equipo puede cambiarlo.',
    paused: {
      title: 'Esta marca no acepta decisiones en este momento',
      text: 'Ahora es de solo lectura, así que no se guardó nada. Avisa al equipo e inténtalo más tarde.',
    },
    settled: {
      title: 'Esta publicación ya está decidida',
      text: 'Otra persona ha decidido, o todavía no te toca.',
    },
    rejected: {
      title: 'Tu petición se ha enviado',
      text: 'El equipo tiene tu petición. La publicación vuelve a aparecer aquí cuando se programe de nuevo.',
    },
    failed: 'No se pudo guardar',
    lookAgain: 'Revisar publicación',
  },
}
