/** Words of the page about processing companies, in one place so that they can be translated. */
export const texts = {
  title: 'Processing companies',
  text: 'Companies under contract whose processors work on your loans. Each of them sees the loans they are on, and nothing else.',
  engage: 'Engage company',
  engageText: 'Enter the NMLS ID of a processing company that works with this program.',
  nmlsId: 'NMLS ID',
  nmlsIdRequired: 'NMLS ID is required',
  engaged: (name: string) => `${name} is under contract.`,
  since: (day: string) => `Under contract since ${day}`,
  until: (day: string) => `Contract ended ${day}`,
  ofNmls: (id: string) => `NMLS ${id}`,
  noneTitle: 'No processing company yet',
  none: 'Engage one, and give its processors places in your branches.',
  failedTitle: 'Processing companies could not be loaded',
  retry: 'Retry',

  people: (name: string) => `Processors of ${name}`,
  noPeople: 'Nobody of this company has a place here yet.',
  addProcessor: 'Add processor',
  addTo: (name: string) => `Add a processor of ${name}`,
  addText: 'They must be active at the processing company, and see a loan once they are on its team.',
  email: 'Email',
  emailRequired: 'Email is required',
  emailRule: 'Please enter valid email',
  branch: 'Branch',
  branchRequired: 'Choose a branch',
  added: 'Processor added.',
  name: 'Name',
  openLoans: 'Open loans',
  works: 'State',
  on: 'Works here',
  off: 'Off',

  end: 'End contract',
  endOf: (name: string) => `End the contract with ${name}`,
  endQuestion: (name: string, people: number, loans: number) =>
    people === 0
      ? `Nobody of ${name} works here just now. The company can be engaged again.`
      : `${people === 1 ? `1 processor of ${name} loses` : `${people} processors of ${name} lose`} access at once${
          loans > 0 ? `, and ${loans === 1 ? '1 open loan' : `${loans} open loans`} a team member` : ''
        }. The company can be engaged again.`,
  ended: (name: string) => `The contract with ${name} has ended.`,
  engageAgain: 'Engage again',
  save: 'Add',
  cancel: 'Cancel',
} as const;
