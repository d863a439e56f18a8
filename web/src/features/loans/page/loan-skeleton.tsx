import '@mantine/core/styles/Skeleton.layer.css';
import { Skeleton } from '@mantine/core';
import classes from './loan-info-page.module.css';

/** The shape of a loan that is on its way. */
export const LoanSkeleton = () => (
  <div aria-busy="true">
    <Skeleton height={26} width={260} my={18} />
    <Skeleton height={34} width={520} mb={18} />
    <div className={classes.columns}>
      <Skeleton className={classes.sectionList} height={520} />
      <div className={classes.sections}>
        <Skeleton height={300} />
        <Skeleton height={220} />
        <Skeleton height={220} />
      </div>
    </div>
  </div>
);
