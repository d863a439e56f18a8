export const texts = {
  title: 'Processing companies',
  text: 'Companies whose processors work on your loans. Processors see only the loans that they are assigned to.',
  engage: 'Engage company',
  engageText: 'Enter the NMLS ID of a processing company on this system.',
  nmlsId: 'NMLS ID',
  nmlsIdRequired: 'NMLS ID is required',
  engaged: (name: string) => `${name} is under contract.`,
  since: (day: string) => `Under contract since ${day}`,
  until: (day: string) => `Contract ended ${day}`,
  ofNmls: (id: string) => `NMLS ${id}`,
  noneTitle: 'No processing company yet',
  none: 'Engage a company, then add its processors to your branches.',
  failedTitle: 'Processing companies could not be loaded',
  retry: 'Retry',

  people: (name: string) => `Processors of ${name}`,
  noPeople: 'No processors yet.',
  addProcessor: 'Add processor',
  addTo: (name: string) => `Add a processor of ${name}`,
  addText: 'The processor must be active at the processing company. Access begins when they join a loan team.',
  email: 'Email',
  emailRequired: 'Email is required',
  emailRule: 'Please enter valid email',
  branch: 'Branch',
  branchRequired: 'Choose a branch',
  added: 'Processor added.',
  name: 'Name',
  openLoans: 'Open loans',
  works: 'Status',
  on: 'Active',
  off: 'Off',

  end: 'End contract',
  endOf: (name: string) => `End the contract with ${name}`,
  endQuestion: (name: string, people: number, loans: number) =>
    people === 0
      ? `No processors of ${name} work here now. You can engage the company again.`
      : `${people === 1 ? `1 processor of ${name} loses` : `${people} processors of ${name} lose`} access at once${
          loans > 0 ? `, and ${loans === 1 ? '1 open loan' : `${loans} open loans`} a team member` : ''
        }. The company can be engaged again.`,
  ended: (name: string) => `The contract with ${name} has ended.`,
  engageAgain: 'Engage again',
  save: 'Add',
  cancel: 'Cancel',
} as const;
