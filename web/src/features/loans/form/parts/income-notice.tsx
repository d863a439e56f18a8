import classes from '../form.module.css';
import { texts } from '../texts';

/** 12 CFR 1002.5(d)(2): these incomes are voluntary. */
export const IncomeNotice = () => <p className={classes.notice}>{texts.incomeNotice}</p>;
