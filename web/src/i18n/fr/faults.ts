import type { BoundWords, FaultParams, FaultWords } from '../verdicts-by-code.ts'

/** Fields of forms, by the last step of their path. */
const fields: Readonly<Record<string, string>> = {
  altText: 'Texte alternatif',
  answer: 'Réponse',
  content: 'Texte',
  cron: 'Fréquence',
  email: 'Adresse e-mail',
  endAt: 'Fin',
  events: 'Événements',
  firstComment: 'Premier commentaire',
  media: 'Fichiers',
  message: 'Message',
  name: 'Nom',
  newEmail: 'Nouvelle adresse e-mail',
  note: 'Note',
  password: 'Mot de passe',
  platforms: 'Comptes',
  reason: 'Motif',
  schedule: 'Planification',
  scheduledAt: 'Heure',
  subject: 'Objet',
  timezone: 'Fuseau horaire',
  title: 'Titre',
  url: 'URL',
}

/** The sentences of the service's own schemas, by rule. */
export const rules: Readonly<Record<string, string>> = {
  blank: 'Remplissez ce champ.',
  characters: 'Ce texte contient un caractère qui ne peut pas être enregistré.',
  colour: 'Indiquez une couleur comme #1A2B3C.',
  email: 'Indiquez une adresse e-mail comme ada@example.com.',
  future: 'Choisissez une heure à venir.',
  https: 'Indiquez une URL qui commence par https://.',
  language: 'Indiquez un code de langue, comme fr ou pt-BR.',
  line: 'Utilisez une seule ligne, sans caractères de contrôle.',
  mastodon_server: 'Indiquez l’URL d’un serveur, comme https://mastodon.social.',
  mastodon_token: 'Indiquez le jeton tel que Mastodon l’affiche, sans espace.',
  pds_server: 'Indiquez l’URL d’un serveur, comme https://pds.example.com.',
  time: 'Indiquez une date et une heure.',
  time_of_day: 'Indiquez une heure comme 09:30.',
  timezone: 'Indiquez un fuseau horaire comme Europe/Paris.',
  url: 'Indiquez une URL complète, comme https://example.com.',
  year: 'Indiquez une année entre 1 et 9999.',
}

const bounded = (count: number, { unit }: FaultParams): string => {
  const number = count.toLocaleString('fr')
  if (unit === 'characters') return `${number} ${count < 2 ? 'caractère' : 'caractères'}`
  return unit === 'items' ? `${number} ${count < 2 ? 'élément' : 'éléments'}` : number
}

/** Fields of a cron expression. */
const cronFields: Readonly<Record<string, string>> = {
  minute: 'les minutes',
  hour: 'les heures',
  'day of month': 'le jour du mois',
  month: 'le mois',
  'day of week': 'le jour de la semaine',
}

const sayCron = ({ field }: FaultParams): string => {
  const place = field === undefined ? undefined : cronFields[field]
  return place === undefined
    ? 'Une expression cron a cinq champs : minute, heure, jour du mois, mois et jour de la semaine.'
    : `Dans l’expression cron, corrigez ${place}.`
}

/** Sentences that name a value of the response. */
const bounds: BoundWords = {
  too_small: (params) => {
    if (params.minimum === undefined) return undefined
    if (params.minimum === 1 && params.unit === 'characters') return 'Remplissez ce champ.'
    if (params.minimum === 1 && params.unit === 'items') return 'Choisissez au moins un élément.'
    return `Minimum : ${bounded(params.minimum, params)}.`
  },
  too_big: (params) => (params.maximum === undefined ? undefined : `Maximum : ${bounded(params.maximum, params)}.`),
  invalid_value: ({ values }) => (values === undefined ? undefined : `Valeurs possibles : ${values.join(', ')}.`),
  length: ({ maximum }) =>
    maximum === undefined ? undefined : `Entre 1 et ${maximum.toLocaleString('fr')} caractères.`,
  cron_invalid: sayCron,
  unknown_variable: ({ variable }) => variable && `Cet e-mail ne connaît pas {{${variable}}}.`,
  missing_variable: ({ variable }) => variable && `Il manque {{${variable}}}. Sans cela, l’e-mail ne sert à rien.`,
  secret_in_subject: ({ variable }) =>
    variable && `{{${variable}}} ne peut pas figurer dans l’objet : les listes et notifications le montrent.`,
}

/** Faults of a single field, by code. */
export const faults: Readonly<Record<string, string>> = {
  account_needs_reconnect:
    'Le réseau n’accepte plus notre accès. Les publications attendent que le compte soit reconnecté.',
  account_not_in_plan: 'La publication vise aussi un compte hors du plan. Retirez-le ou utilisez un autre plan.',
  account_not_connected: 'Aucun compte n’est connecté sur ce réseau. Connectez-en un d’abord.',
  belongs_to_another: 'Ce compte appartient à une autre publication.',
  cell_without_heading: 'Cette cellule est dans une colonne sans titre.',
  characters: 'Ce texte contient un caractère qui ne peut pas être enregistré.',
  children_missing: 'Choisissez au moins une marque.',
  cron_invalid: 'Cette expression cron n’est pas valide.',
  duplicate: 'Chaque variante a besoin d’un nom à elle.',
  duplicate_child: 'Cette marque est déjà choisie.',
  duplicate_column: 'Cette colonne figure deux fois.',
  duplicate_post: 'Cette publication est déjà choisie.',
  duplicate_target: 'Ce compte est déjà choisi.',
  ends_too_early: 'La fin doit être à venir et après le début.',
  foreign_address: 'Cet e-mail contient un code secret. Il ne peut donc pas citer une autre adresse. Utilisez {{url}}.',
  header_not_supported: 'Cette requête n’accepte pas cet en-tête : il n’aurait aucun effet.',
  in_the_past: 'Choisissez une heure à venir.',
  invalid_format: 'Cette valeur n’a pas la bonne forme.',
  invalid_type: 'Cette valeur n’a pas la bonne forme.',
  invalid_value: 'Cette valeur n’est pas autorisée.',
  label_cannot_take: 'Choisissez une autre étiquette de la même marque.',
  latest_before_scheduled: 'La date limite doit suivre l’heure programmée.',
  length: 'Ce texte est vide ou trop long.',
  lines: 'L’objet doit tenir sur une ligne.',
  media_forbidden: 'Ce fichier appartient à quelqu’un d’autre. Prenez l’un des vôtres.',
  media_not_fetched: 'Ce fichier n’a pas encore pu être vérifié. Il le sera à l’enregistrement.',
  media_not_found: 'Ce fichier n’existe plus. Importez-le de nouveau.',
  missing_variable: 'Il manque un élément dont l’e-mail a besoin.',
  never_runs: 'Aucune date ne tombe avant la fin. Choisissez une fin plus tardive ou une autre fréquence.',
  no_free_slots: 'Toutes les publications ne trouvent pas de créneau libre en deux ans. Autorisez-en plus par jour.',
  not_applicable: 'Cela n’a aucun effet ici. Retirez-le.',
  not_direct: 'Ce réseau se connecte sur sa propre page.',
  not_for_network: 'Cela ne concerne pas ce réseau.',
  not_in_future: 'Choisissez une heure à venir, ou une clé qui n’expire jamais.',
  not_requested: 'L’application n’a pas demandé cette autorisation.',
  not_staff: 'Choisissez une personne du support ou de l’administration.',
  other_profile: 'Cette publication appartient à une autre marque.',
  other_ticket_open: 'Une autre demande est déjà ouverte sur ce sujet. Celle-ci reste fermée.',
  post_not_planned: 'Le plan n’a pas placé cette publication, ou son heure est passée.',
  password_is_email: 'N’utilisez pas votre adresse e-mail comme mot de passe.',
  password_too_common: 'Ce mot de passe se devine facilement. Prenez plusieurs mots à la suite.',
  platform_off: 'Ce réseau n’est pas disponible dans cette installation. Retirez-le.',
  platforms_missing: 'Choisissez au moins un compte.',
  redirect_not_allowed: 'Cette URL de retour n’est pas autorisée.',
  repeats_refused: 'Le réseau refuse les textes répétés. Ajoutez d’autres versions du texte.',
  required: 'Remplissez ce champ.',
  same_email: 'C’est déjà votre adresse.',
  scheduled_in_the_past: 'Cette heure est passée. Choisissez-en une plus tardive, ou publiez maintenant.',
  scheduled_too_far_ahead: 'Choisissez une heure dans les deux ans à venir.',
  secret_in_subject: 'Ceci ne peut pas figurer dans l’objet : les listes et notifications le montrent.',
  tag_not_allowed: 'Cet e-mail contient un code secret. Seules des balises simples, sans attribut, y sont permises.',
  target_ambiguous: 'Plusieurs comptes de ce réseau sont choisis. Indiquez lequel.',
  target_unknown: 'Ce compte ne fait pas partie de la publication.',
  token_paragraph_changed:
    'Les paragraphes avec le code secret doivent rester tels quels. Vous pouvez changer les mots autour.',
  too_big: 'Cette valeur est trop grande.',
  too_close: 'Deux dates d’une répétition doivent être espacées de 15 minutes.',
  too_far_ahead: 'Choisissez une heure dans l’année à venir.',
  too_small: 'Cette valeur est trop petite.',
  translation_unavailable: 'La traduction est indisponible pour l’instant. Le texte d’origine reste.',
  unknown_column: 'Cette colonne est inconnue.',
  unknown_field: 'Ce champ est inconnu.',
  unknown_plan: 'Ce forfait n’existe pas.',
  unknown_test: 'Ce test n’existe pas.',
  unknown_variable: 'Cet e-mail ne connaît pas cette variable.',
  unknown_variant: 'Cette variante n’existe pas.',
  variable_empty: 'Une variable du texte n’a pas de valeur ici.',
  weights: 'Les parts des variantes doivent totaliser 100.',
}

export const faultWords: FaultWords = { fields, rules, bounds, faults }
