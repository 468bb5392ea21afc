/**
 * Who may make which call, written down a second time by hand from decisions G22 and G31 to G36, so that a changed line
 * of the policy table has something to disagree with.
 */

/** Everybody who may knock. People are of one account but for the consumer; visitors came by a link of that account. */
export const PRINCIPALS = [
  'nobody',
  'garbage',
  'sender',
  'expired',
  'consumer',
  'owner',
  'integrator',
  'deputy',
  'support',
  'readonly',
  'deputyLink',
  'supportLink',
  'guestLink',
] as const
export type Principal = (typeof PRINCIPALS)[number]

const people = ['owner', 'integrator', 'deputy', 'support', 'readonly'] as const
const visitors = ['deputyLink', 'supportLink', 'guestLink'] as const
const everybodyOfTheAccount: readonly Principal[] = [...people, ...visitors]
const publicly: readonly Principal[] = PRINCIPALS
const members: readonly Principal[] = people
const staff: readonly Principal[] = ['owner', 'integrator', 'deputy', 'support', 'deputyLink', 'supportLink']
const staffOfTheHouse: readonly Principal[] = ['owner', 'integrator', 'deputy', 'support']
const managers: readonly Principal[] = ['owner', 'integrator', 'deputy']
const managersAndTheirLinks: readonly Principal[] = [...managers, 'deputyLink']
const owners: readonly Principal[] = ['owner', 'integrator']
const integrators: readonly Principal[] = ['integrator']

/** `word.call` to those it is for. A call of the contract that is not here fails the test. */
export const EXPECTED: Readonly<Record<string, readonly Principal[]>> = {
  'auth.signin': publicly,
  'auth.signinByLink': publicly,
  'auth.token': [...everybodyOfTheAccount, 'expired'],
  'auth.reauth': members,
  'auth.signout': [...everybodyOfTheAccount, 'consumer'],
  'auth.profile': everybodyOfTheAccount,
  'auth.changeProfile': everybodyOfTheAccount,
  'config.get': publicly,
  'trackers.list': everybodyOfTheAccount,
  'trackers.listCareWatches': everybodyOfTheAccount,
  'trackers.add': staff,
  'trackers.change': staff,
  'trackers.assignClass': staff,
  'trackers.setAdvSettings': staff,
  'trackers.setOfflineAlert': managersAndTheirLinks,
  'trackers.ring': staff,
  'trackers.upgrade': staff,
  'trackers.remove': managersAndTheirLinks,
  'trackers.removeMany': managersAndTheirLinks,
  'trackers.unassign': publicly,
  'trackers.setTrackable': managersAndTheirLinks,
  'trackers.setRemarks': staff,
  'trackers.clearRemarks': staff,
  'stations.list': members,
  // Adding one needs no list, which visitors have none of (G34).
  'stations.add': staff,
  'stations.change': staffOfTheHouse,
  'stations.setPhotos': staffOfTheHouse,
  'stations.remove': managers,
  'stations.removeMany': managers,
  'stations.unassign': publicly,
  'stations.blink': staffOfTheHouse,
  'indoorMaps.list': everybodyOfTheAccount,
  'indoorMaps.create': staff,
  'indoorMaps.change': staff,
  'indoorMaps.remove': staff,
  'trackerClasses.list': everybodyOfTheAccount,
  'trackerClasses.save': managersAndTheirLinks,
  'remarks.list': staff,
  'remarks.save': managersAndTheirLinks,
  'sharing.getFrom': members,
  'sharing.getTo': managers,
  'sharing.share': managers,
  'sharing.unshare': managers,
  'sharing.accept': publicly,
  'onboarding.exchange': staff,
  'onboarding.listFirmwares': staff,
  'credentials.list': managersAndTheirLinks,
  'credentials.create': managersAndTheirLinks,
  'credentials.remove': managersAndTheirLinks,
  'unclaimed.list': staff,
  'unclaimed.claim': staff,
  'unclaimed.ignore': staff,
  'unclaimed.restore': staff,
  'carepads.list': everybodyOfTheAccount,
  'carepads.add': staff,
  'notifications.list': everybodyOfTheAccount,
  'notifications.push': staff,
  'notifications.registerPush': everybodyOfTheAccount,
  'alarms.list': everybodyOfTheAccount,
  'alarms.shown': everybodyOfTheAccount,
  'alarms.acknowledge': staff,
  'alarms.getSettings': managersAndTheirLinks,
  'alarms.saveSettings': managersAndTheirLinks,
  'accessLinks.list': managers,
  'accessLinks.create': managers,
  'accessLinks.remove': managers,
  'activity.listDevices': managers,
  'activity.listLogs': managers,
  'activity.listLogsOfDevice': managers,
  'activity.forceSignOut': managers,
  'accounts.signUp': publicly,
  'accounts.setUp': publicly,
  'accounts.previewLink': publicly,
  'accounts.confirm': publicly,
  'accounts.resendConfirmation': publicly,
  'accounts.recover': publicly,
  'accounts.confirmRecovery': publicly,
  'accounts.changePassword': owners,
  'accounts.changeEmail': owners,
  'accounts.confirmEmail': publicly,
  'accounts.remove': owners,
  'accounts.confirmRemove': publicly,
  'accounts.setPin': owners,
  'branding.setLogo': owners,
  'branding.removeLogo': owners,
  'branding.setAboutImage': owners,
  'branding.removeAboutImage': owners,
  'branding.setAboutContent': owners,
  'integrators.listUsers': integrators,
  'integrators.createUser': integrators,
  'integrators.removeUser': integrators,
  'integrators.setGroups': integrators,
  'line.listGroups': managers,
  'line.note': managers,
  'line.remove': managers,
  'line.webhook': publicly,
  // Senders have credentials of their own, and no session opens this door.
  'deviceReports.report': ['sender'],
  'deviceReports.commands': ['sender'],
  'errorMessages.get': publicly,
}
