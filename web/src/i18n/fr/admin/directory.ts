export const directory = {
  on: 'L’annuaire de votre entreprise gère les comptes',
  off: 'Aucun annuaire d’entreprise connecté',
  offLead:
    'Définissez SCIM_TOKEN sur le serveur, puis saisissez cette adresse et le jeton dans Okta, Entra ou un autre annuaire.',
  people: (count: number, shown: string) => (count <= 1 ? `Il gère ${shown} personne.` : `Il gère ${shown} personnes.`),
  last: (time: string) => `Dernière requête : ${time}.`,
  never: 'Il n’a pas encore envoyé de requête.',
  baseUrl: 'URL de base pour l’annuaire',
  guide: 'Lire le guide de SCIM',
  groups: 'Groupes',
  empty: 'Aucun groupe pour l’instant',
  emptyLead:
    'Envoyez des groupes depuis votre annuaire. Vous choisissez ensuite ici ce que leurs membres peuvent faire.',
  members: (count: number, shown: string) => (count <= 1 ? `${shown} membre` : `${shown} membres`),
  nothing: 'Ne donne encore aucun rôle',
  onBrand: (role: string, brand: string) => `${role} de ${brand}`,
  lead: 'Les membres de plusieurs groupes reçoivent le rôle le plus élevé. Quitter un groupe ne retire que ce qu’il a donné.',
  role: 'Rôle dans Posthorn',
  roleOn: (brand: string) => `Rôle sur ${brand}`,
  none: 'Aucun',
}
