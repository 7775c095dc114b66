declare const htm: { bind<T>(h: T): (strings: TemplateStringsArray, ...values: unknown[]) => any }; export default htm;
