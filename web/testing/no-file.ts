// Tests in Node load no styles, pictures and long texts.
export default "";
